import { Allowance, LimitError } from './allowance.ts'

const encoder = new TextEncoder()

/** Keeps a silent stream open. */
export const HEARTBEAT: Uint8Array = encoder.encode(': \n\n')

export const toEvent = (fields: string): Uint8Array => encoder.encode(`${fields}\n\n`)

/** Counts the open streams of a server. Callers that cannot be told apart may have them all. */
export const createStreamAllowance = (total: number, perCaller: number): Allowance =>
  new Allowance({ name: 'streams', advice: 'close one', total, perCaller })

export interface EventStreamOptions {
  allowance: Allowance
  /** The name under which the reader is counted. */
  caller: string | undefined
  /** Called with the first read. `close` ends the stream at once, also while its reader does not read. */
  begin(close: () => void): void
  /** Resolves to the next event, or to `undefined` to end the stream; the client then connects again. */
  next(): Promise<Uint8Array | undefined>
  /** Called once after `begin`, when the stream has ended or the reader has left. */
  leave(): void
  onError: (error: unknown) => void
}

/**
 * Returns the server-sent events of one reader. Throws a `LimitError` if the caller has too many streams. The stream is
 * counted from its first read on, because a server may drop the response to a client that has left without cancelling it.
 */
export function streamEvents(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { allowance, caller, begin, next, leave, onError } = options
  allowance.check(caller)
  let release: (() => void) | undefined
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    if (release === undefined) return
    release()
    leave()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const close = () => {
          if (isOver) return
          end()
          controller.close()
        }
        try {
          if (release === undefined) {
            release = allowance.take(caller)
            begin(close)
          }
          const event = await next()
          if (isOver) return
          if (event !== undefined) return controller.enqueue(event)
        } catch (error) {
          if (!(error instanceof LimitError)) onError(error)
        }
        close()
      },
      cancel: end,
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
}

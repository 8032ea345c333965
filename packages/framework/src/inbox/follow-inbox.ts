import { LimitError } from '../http/allowance.ts'
import type { Store } from '../log/log.ts'
import { type Answerer, listQuestions } from './questions.ts'

const encoder = new TextEncoder()

const HEARTBEAT = encoder.encode(': \n\n')

/** Milliseconds for which changes are gathered. */
const GATHER = 50

export interface FollowOptions {
  /** Milliseconds between two looks at the inbox. */
  heartbeat: number
  /** Ends the stream. */
  signal: AbortSignal
  /** Counts the stream; returns a function that gives its place back. Throws a `LimitError`. */
  take: () => () => void
  onError: (error: unknown) => void
}

/**
 * Returns server-sent events: the first page of an inbox at once and whenever it has changed. It is looked at again with
 * every heartbeat, because questions expire and streams are deleted without a notification.
 */
export function followInbox(
  store: Store,
  answerer: Required<Answerer>,
  options: FollowOptions,
): ReadableStream<Uint8Array> {
  const { heartbeat, signal, take, onError } = options
  let sent: string | undefined
  let wake = () => {}
  let isStale = true
  const change = () => {
    isStale = true
    wake()
  }
  let release: (() => void) | undefined
  const stops: (() => void)[] = []
  const begin = () => {
    release = take()
    stops.push(...answerer.names.map((name) => store.questions.watch(name, change)))
    signal.addEventListener('abort', stop, { once: true })
  }
  function stop(): void {
    signal.removeEventListener('abort', stop)
    release?.()
    for (const unwatch of stops.splice(0)) unwatch()
    wake()
  }

  /** Resolves to whether something may have changed; otherwise it is time for a heartbeat. */
  async function rest(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, heartbeat)
    if (isStale || signal.aborted) resolve()
    await promise
    clearTimeout(timer)
    return isStale
  }

  /** Resolves to the next event; `undefined` when the server is shutting down. */
  async function next(): Promise<Uint8Array | undefined> {
    if (release === undefined) begin()
    const hasChanged = await rest()
    if (signal.aborted) return undefined
    if (hasChanged && sent !== undefined) await new Promise((resolve) => setTimeout(resolve, GATHER))
    isStale = false
    const page = JSON.stringify(await listQuestions(store, answerer))
    const event = page === sent ? HEARTBEAT : encoder.encode(`data: ${page}\n\n`)
    sent = page
    return event
  }

  let isLeft = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const event = await next()
          if (isLeft) return
          if (event !== undefined) return controller.enqueue(event)
        } catch (error) {
          if (!(error instanceof LimitError)) onError(error)
        }
        // The client connects again.
        stop()
        if (!isLeft) controller.close()
      },
      cancel() {
        isLeft = true
        stop()
      },
    },
    { highWaterMark: 0 },
  )
}

import { follow, type LogEntry, type SessionLog } from '@sweatpants/framework/chat'
import { HttpError } from './http-error.ts'

export interface EventStreamsOptions<E> {
  log: SessionLog<E>
  /** How many may be open at once. */
  limit: number
  /** Milliseconds between two signs of life on a silent stream. */
  heartbeat: number
  /** Ends them all: the server is going down. */
  signal: AbortSignal
  onError: (error: unknown) => void
}

const encoder = new TextEncoder()

const HEARTBEAT = encoder.encode(': \n\n')

/** The logs of sessions as server-sent events. */
export class EventStreams<E> {
  readonly #options: EventStreamsOptions<E>
  #open = 0

  constructor(options: EventStreamsOptions<E>) {
    this.#options = options
  }

  /** All that comes after `after`, and then what is appended, until the reader leaves. Nothing is read ahead of it. */
  open(sessionId: string, after: number): ReadableStream<Uint8Array> {
    const { log, limit, signal, onError } = this.#options
    if (signal.aborted) throw new HttpError(503, 'closing', 'the server is shutting down; ask again in a moment')
    if (this.#open >= limit) {
      throw new HttpError(429, 'too_many_streams', `${limit} streams are open, which is all that this server allows`)
    }
    const left = new AbortController()
    const pages = new Pages(follow(log, sessionId, after, AbortSignal.any([signal, left.signal])))
    let isCounted = false
    const leave = async () => {
      if (isCounted) this.#open--
      isCounted = false
      left.abort()
      await pages.close()
    }
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          // Counted from the first read: a server may drop the answer to a client that has left without cancelling it.
          if (!isCounted) this.#open++
          isCounted = true
          try {
            const page = await pages.next(this.#options.heartbeat)
            if (left.signal.aborted) return
            if (page !== 'ended') return controller.enqueue(page === 'silent' ? HEARTBEAT : toEvents(page))
          } catch (error) {
            onError(error)
          }
          // Whoever still wants to read comes back, to where it was.
          await leave()
          controller.close()
        },
        cancel: leave,
      },
      { highWaterMark: 0 },
    )
  }
}

type Page<E> = readonly LogEntry<E>[] | 'silent' | 'ended'

/** Pages that can be waited for a while, and then waited for again. */
class Pages<E> {
  readonly #source: AsyncGenerator<LogEntry<E>[], void, void>
  #isReading = false
  /** What was read, or why nothing can be. */
  #read: (() => Page<E>) | undefined
  #wake = () => {}

  constructor(source: AsyncGenerator<LogEntry<E>[], void, void>) {
    this.#source = source
  }

  async next(patience: number): Promise<Page<E>> {
    if (this.#read === undefined) await this.#wait(patience)
    const read = this.#read
    this.#read = undefined
    return read?.() ?? 'silent'
  }

  async close(): Promise<void> {
    await this.#source.return()
  }

  async #wait(patience: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patience)
    this.#wake = resolve
    if (!this.#isReading) void this.#readPage()
    await promise
    clearTimeout(timer)
  }

  /** Never rejects: whoever waits next is told. */
  async #readPage(): Promise<void> {
    this.#isReading = true
    try {
      const { done, value } = await this.#source.next()
      this.#read = () => (done ? 'ended' : value)
    } catch (error) {
      this.#read = () => {
        throw error
      }
    }
    this.#isReading = false
    this.#wake()
  }
}

const toEvents = <E>(page: readonly LogEntry<E>[]): Uint8Array =>
  encoder.encode(page.map(({ lsn, event }) => `id: ${lsn}\ndata: ${JSON.stringify(event)}\n\n`).join(''))

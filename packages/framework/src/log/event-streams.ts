import type { Allowance } from '../http/allowance.ts'
import { createStreamAllowance, HEARTBEAT, streamEvents, toEvent } from '../http/event-stream.ts'
import { HttpError } from '../http/http-error.ts'
import { LONGEST_TIMER } from '../tools/clock.ts'
import { Feed, type Reader } from './feed.ts'
import type { Log } from './log.ts'

export interface EventStreamsOptions<E> {
  log: Log<E>
  /** Streams that are open at once. */
  limit: number
  /** Streams of one caller that are open at once. Default: as many as all together. */
  limitPerCaller?: number
  /** Milliseconds between two heartbeats. */
  heartbeat: number
  /** Ends all streams when it aborts, because the server is shutting down. */
  signal?: AbortSignal | undefined
  onError: (error: unknown) => void
}

/** A stream that is read. */
interface OpenStream {
  /** Called when the server shuts down. */
  end(): void
  beat?(): void
}

/** The logs of sessions as server-sent events. A stream that is not read costs an entry in a set, however much is appended. */
export class EventStreams<E> {
  readonly #options: EventStreamsOptions<E>
  readonly #allowance: Allowance
  readonly #open = new Set<OpenStream>()
  readonly #feeds = new Map<string, { feed: Feed<E>; readers: number }>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isClosed = false

  constructor(options: EventStreamsOptions<E>) {
    this.#options = options
    const { limit, limitPerCaller = limit, signal } = options
    this.#allowance = createStreamAllowance(limit, limitPerCaller)
    if (signal?.aborted) this.close()
    else signal?.addEventListener('abort', () => this.close(), { once: true })
  }

  /** Throws an `HttpError` if the caller may not open one more stream. */
  check(caller?: string): void {
    if (this.#isClosed) throw closing()
    this.#allowance.check(caller)
  }

  /** Streams all that comes after `after`, and then what is appended, until the session is deleted or the reader leaves. */
  open(sessionId: string, after: number, caller?: string): ReadableStream<Uint8Array> {
    this.check(caller)
    const reader: Reader = { lsn: after, heard: 0 }
    let feed: Feed<E> | undefined
    let stream: OpenStream | undefined
    return streamEvents({
      allowance: this.#allowance,
      caller,
      begin: (close) => {
        stream = this.#enter({ end: close })
        feed = stream && this.#takeFeed(sessionId)
      },
      next: async () => feed?.next(reader),
      leave: () => {
        if (stream === undefined) return
        this.#leave(stream)
        feed?.leave(reader)
        this.#returnFeed(sessionId)
      },
      onError: this.#options.onError,
    })
  }

  /**
   * Streams the texts of a generator, each as one event, with heartbeats while it is silent. Calls `stop` when the reader has
   * left or the server shuts down; the generator then says so and returns.
   */
  relay(texts: AsyncGenerator<string, void, void>, stop: () => void, caller?: string): ReadableStream<Uint8Array> {
    this.check(caller)
    let stream: OpenStream | undefined
    let next: Promise<IteratorResult<string, void>> | undefined
    let beat = () => {}
    return streamEvents({
      allowance: this.#allowance,
      caller,
      begin: () => {
        stream = this.#enter({ end: stop, beat: () => beat() })
      },
      next: async () => {
        if (stream === undefined) return undefined
        const silent = Promise.withResolvers<undefined>()
        beat = () => silent.resolve(undefined)
        next ??= texts.next()
        const given = await Promise.race([next, silent.promise])
        if (given === undefined) return HEARTBEAT
        next = undefined
        return given.done ? undefined : toEvent(`data: ${given.value}`)
      },
      leave: () => {
        if (stream !== undefined) this.#leave(stream)
        stop()
        // A generator that is not asked again would wait at its `yield` for ever.
        void texts.return().catch(() => {})
      },
      onError: this.#options.onError,
    })
  }

  /** Ends all streams; clients reconnect to another server and go on where they were. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#open) stream.end()
  }

  #enter(stream: OpenStream): OpenStream | undefined {
    if (this.#isClosed) return undefined
    this.#open.add(stream)
    const beat = () => {
      for (const { feed } of this.#feeds.values()) feed.beat()
      for (const { beat } of this.#open) beat?.()
    }
    this.#timer ??= setInterval(beat, Math.min(this.#options.heartbeat, LONGEST_TIMER))
    return stream
  }

  #leave(stream: OpenStream): void {
    this.#open.delete(stream)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #takeFeed(sessionId: string): Feed<E> {
    const { log, onError } = this.#options
    const shared = this.#feeds.get(sessionId) ?? { feed: new Feed(log, sessionId, onError), readers: 0 }
    this.#feeds.set(sessionId, shared)
    shared.readers++
    return shared.feed
  }

  #returnFeed(sessionId: string): void {
    const shared = this.#feeds.get(sessionId)!
    if (--shared.readers > 0) return
    shared.feed.close()
    this.#feeds.delete(sessionId)
  }
}

const closing = (): HttpError => new HttpError(503, 'closing', 'the server is shutting down; ask again in a moment')

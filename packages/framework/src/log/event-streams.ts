import { Allowance, LimitError } from '../http/allowance.ts'
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

interface OpenStream<E> {
  sessionId: string
  /** Gives its place back to its caller. */
  release: () => void
  feed: Feed<E>
  controller: ReadableStreamDefaultController<Uint8Array>
}

/** The logs of sessions as server-sent events. A stream that is not read costs an entry in a map, however much is appended. */
export class EventStreams<E> {
  readonly #options: EventStreamsOptions<E>
  readonly #allowance: Allowance
  readonly #open = new Map<Reader, OpenStream<E>>()
  readonly #feeds = new Map<string, { feed: Feed<E>; readers: number }>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isClosed = false

  constructor(options: EventStreamsOptions<E>) {
    this.#options = options
    const { limit: total, limitPerCaller: perCaller = total, signal } = options
    this.#allowance = new Allowance({ name: 'streams', advice: 'close one', total, perCaller })
    if (signal?.aborted) this.close()
    else signal?.addEventListener('abort', () => this.close(), { once: true })
  }

  /** Streams all that comes after `after`, and then what is appended, until the session is deleted or the reader leaves. */
  open(sessionId: string, after: number, caller?: string): ReadableStream<Uint8Array> {
    if (this.#isClosed) throw new HttpError(503, 'closing', 'the server is shutting down; ask again in a moment')
    this.#allowance.check(caller)
    const reader: Reader = { lsn: after, heard: 0 }
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.#pull({ sessionId, caller }, reader, controller),
        cancel: () => void this.#forget(reader),
      },
      // Nothing is read ahead: what a slow reader has not read yet stays in the log.
      { highWaterMark: 0 },
    )
  }

  /** Ends all streams; clients reconnect to another server and go on where they were. */
  close(): void {
    this.#isClosed = true
    for (const reader of this.#open.keys()) this.#end(reader)
  }

  async #pull(
    asked: { sessionId: string; caller: string | undefined },
    reader: Reader,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Promise<void> {
    // A stream begins with the first read: a server may drop the response to a client that has left without cancelling it.
    const stream = this.#open.get(reader) ?? this.#begin(asked, reader, controller)
    if (stream === undefined) return controller.close()
    try {
      const events = await stream.feed.next(reader)
      if (events === undefined) this.#end(reader)
      else if (this.#open.has(reader)) controller.enqueue(events)
    } catch (error) {
      this.#end(reader)
      this.#options.onError(error)
    }
  }

  #begin(
    { sessionId, caller }: { sessionId: string; caller: string | undefined },
    reader: Reader,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): OpenStream<E> | undefined {
    const release = this.#isClosed ? undefined : this.#take(caller)
    if (release === undefined) return undefined
    const { log, heartbeat, onError } = this.#options
    const shared = this.#feeds.get(sessionId) ?? { feed: new Feed(log, sessionId, onError), readers: 0 }
    this.#feeds.set(sessionId, shared)
    shared.readers++
    const stream = { sessionId, release, feed: shared.feed, controller }
    this.#open.set(reader, stream)
    this.#timer ??= setInterval(
      () => {
        for (const { feed } of this.#feeds.values()) feed.beat()
      },
      Math.min(heartbeat, LONGEST_TIMER),
    )
    return stream
  }

  #take(caller: string | undefined): (() => void) | undefined {
    try {
      return this.#allowance.take(caller)
    } catch (error) {
      if (error instanceof LimitError) return undefined
      throw error
    }
  }

  #end(reader: Reader): void {
    this.#forget(reader)?.controller.close()
  }

  #forget(reader: Reader): OpenStream<E> | undefined {
    const stream = this.#open.get(reader)
    if (stream === undefined) return undefined
    const { sessionId, feed, release } = stream
    release()
    this.#open.delete(reader)
    feed.leave(reader)
    const shared = this.#feeds.get(sessionId)!
    if (--shared.readers === 0) {
      feed.close()
      this.#feeds.delete(sessionId)
    }
    if (this.#open.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    return stream
  }
}

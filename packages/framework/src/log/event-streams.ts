import { HttpError } from '../http/http-error.ts'
import { Feed, type Reader } from './feed.ts'
import type { Log } from './log.ts'

export interface EventStreamsOptions<E> {
  log: Log<E>
  /** How many may be open at once. */
  limit: number
  /** Milliseconds between two signs of life. */
  heartbeat: number
  onError: (error: unknown) => void
}

interface OpenStream<E> {
  sessionId: string
  feed: Feed<E>
  controller: ReadableStreamDefaultController<Uint8Array>
}

/** The logs of sessions as server-sent events. One that is not read costs a place in a map, whatever is appended meanwhile. */
export class EventStreams<E> {
  readonly #options: EventStreamsOptions<E>
  readonly #open = new Map<Reader, OpenStream<E>>()
  readonly #feeds = new Map<string, { feed: Feed<E>; readers: number }>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isClosed = false

  constructor(options: EventStreamsOptions<E>) {
    this.#options = options
  }

  /** All that comes after `after`, and then what is appended, until the session or its reader is gone. */
  open(sessionId: string, after: number): ReadableStream<Uint8Array> {
    if (this.#isClosed) throw new HttpError(503, 'closing', 'the server is shutting down; ask again in a moment')
    if (this.#isFull) {
      const { limit } = this.#options
      throw new HttpError(
        429,
        'too_many_streams',
        `${limit} event streams are open, and this server allows no more; close one`,
      )
    }
    const reader: Reader = { lsn: after }
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.#pull(sessionId, reader, controller),
        cancel: () => void this.#forget(reader),
      },
      // Nothing is read ahead: what waits for a slow reader waits in the log.
      { highWaterMark: 0 },
    )
  }

  /** Ends them all, as if each were over; readers come back to another server, to where they were. */
  close(): void {
    this.#isClosed = true
    for (const reader of this.#open.keys()) this.#end(reader)
  }

  get #isFull(): boolean {
    return this.#open.size >= this.#options.limit
  }

  async #pull(
    sessionId: string,
    reader: Reader,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Promise<void> {
    // Begun by the first read: a server may drop the answer to a client that has left without ever cancelling it.
    const stream = this.#open.get(reader) ?? this.#begin(sessionId, reader, controller)
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
    sessionId: string,
    reader: Reader,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): OpenStream<E> | undefined {
    if (this.#isClosed || this.#isFull) return undefined
    const { log, heartbeat, onError } = this.#options
    const shared = this.#feeds.get(sessionId) ?? { feed: new Feed(log, sessionId, onError), readers: 0 }
    this.#feeds.set(sessionId, shared)
    shared.readers++
    const stream = { sessionId, feed: shared.feed, controller }
    this.#open.set(reader, stream)
    this.#timer ??= setInterval(() => {
      for (const { feed } of this.#feeds.values()) feed.beat()
    }, heartbeat)
    return stream
  }

  #end(reader: Reader): void {
    this.#forget(reader)?.controller.close()
  }

  #forget(reader: Reader): OpenStream<E> | undefined {
    const stream = this.#open.get(reader)
    if (stream === undefined) return undefined
    const { sessionId, feed } = stream
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

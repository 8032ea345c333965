import type { Guarded } from '../../http/auth.ts'
import type { Traits } from '../../http/backlog.ts'
import { EventStream } from '../core/event-stream.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import type { RequestId } from '../core/request-id.ts'
import { type EventLog, type StreamEvent, toEventId } from './event-log.ts'

/** Milliseconds after which a client resumes a stream that was closed. */
const RETRY = 300

export interface ResumableStreamOptions {
  /** Whether the stream begins with an event without data, so that the client can resume from the start. */
  primed: boolean
  /** What the calls of the stream are of. */
  concerns?: readonly Guarded[]
  /** The request that the stream responds to, if it is one. */
  request?: RequestId | undefined
  /** Bytes that may wait for the reader. */
  unread?: number | undefined
  /** How many connections it may have at once; the oldest ends before there are more. Default 1. */
  connections?: number | undefined
}

interface EventOptions {
  /** Resolves once the event may be written, or to `false` if it is not sent. */
  store?: ((event: StreamEvent) => Promise<boolean>) | undefined
  /** Called once the event is in the log. */
  onSent?: (() => void) | undefined
}

/**
 * Server-sent events that outlive their connection. Each event is in the log before it is written; a client that lost its
 * connection, or was cut off because it read too slowly, gets the rest from the log.
 */
export class ResumableStream {
  readonly number: number
  readonly #log: EventLog
  readonly #options: ResumableStreamOptions
  /** Events go out on the newest, the last one. */
  readonly #connections: EventStream[] = []
  #hasEvents = false
  /** Resolves once the events that are being stored are written; rejects when one is not stored. */
  #storing: Promise<void> | undefined
  /** Called when the client has left. */
  onLost: (() => void) | undefined
  /** Called after the last event. */
  onOver: (() => void) | undefined

  constructor(number: number, log: EventLog, options: ResumableStreamOptions) {
    this.number = number
    this.#log = log
    this.#options = options
  }

  get concerns(): readonly Guarded[] {
    return this.#options.concerns ?? []
  }

  get connected(): boolean {
    return this.#connections.length > 0
  }

  /** Whether a client that loses its connection can resume. */
  get resumable(): boolean {
    return this.#options.primed || this.#hasEvents
  }

  /** Goes on over this connection after an event. */
  attach(exchange: HttpExchange, after: number, headers: Readonly<Record<string, string>> = {}): void {
    if (exchange.signal.aborted) return
    const { primed, unread, connections = 1 } = this.#options
    while (this.#connections.length >= connections) this.#connections.shift()?.end()
    const connection = new EventStream(exchange, { unread, headers })
    exchange.signal.addEventListener('abort', () => this.#lose(connection), { once: true })
    this.#connections.push(connection)
    // Repeats the id from which the client resumed, in case the connection is lost again before the next event.
    connection.write(primed ? toPriming(this.#toId(after)) : ':\n\n')
    const missed = this.#log.after(this.number, after)
    if (missed.length > 0) connection.write(missed.map((event) => this.#toText(event)).join(''))
  }

  /** Events wait for those before them that are being stored, also for a client that resumes. When one is not stored, none of them is written here. */
  send(text: string, traits: Traits = {}, { store, onSent }: EventOptions = {}): void {
    const event = this.#log.number(this.number, text, this.concerns)
    this.#hasEvents = true
    const write = () => {
      this.#log.keep(event, traits)
      this.#connections.at(-1)?.write(this.#toText(event), traits)
      onSent?.()
    }
    if (store === undefined && this.#storing === undefined) return write()
    const before = this.#storing ?? Promise.resolve()
    const storing: Promise<void> = before
      .then(() => store?.(event))
      .then((isSent = true) => {
        if (this.#storing === storing) this.#storing = undefined
        if (isSent) write()
      })
    storing.catch(() => this.drop())
    this.#storing = storing
  }

  #toId(seq: number): string {
    return toEventId(this.number, seq, this.#options.request)
  }

  #toText({ seq, text }: StreamEvent): string {
    return `event: message\nid: ${this.#toId(seq)}\ndata: ${text}\n\n`
  }

  /** Ends the stream, and its connection, after the last event. */
  finish(): void {
    const end = () => {
      this.drop()
      this.onOver?.()
    }
    if (this.#storing === undefined) end()
    else this.#storing.then(() => this.finish(), end)
  }

  /** Ends the connections after what waits, not the stream. */
  drop(): void {
    for (const connection of this.#connections.splice(0)) connection.end()
  }

  #lose(connection: EventStream): void {
    const place = this.#connections.indexOf(connection)
    if (place === -1) return
    connection.stop()
    this.#connections.splice(place, 1)
    this.onLost?.()
  }
}

/** Returns an event without data, from which a client resumes the stream. */
export const toPriming = (id: string): string => `id: ${id}\nretry: ${RETRY}\ndata: \n\n`

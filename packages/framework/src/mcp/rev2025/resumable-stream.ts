import type { Guarded } from '../../http/auth.ts'
import type { Traits } from '../../http/backlog.ts'
import { PacedWriter } from '../../http/paced-writer.ts'
import type { HttpExchange, HttpStream } from '../core/http-exchange.ts'
import { type EventLog, type StreamEvent, toEventId } from './event-log.ts'
import type { RequestId } from './message.ts'

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

const KEEP_ALIVE = 15_000

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
}

/**
 * Server-sent events that outlive their connection. Each event is in the log before it is written; a client that lost its
 * connection, or was cut off because it read too slowly, gets the rest from the log.
 */
export class ResumableStream {
  readonly number: number
  readonly #log: EventLog
  readonly #options: ResumableStreamOptions
  #connection: HttpStream | undefined
  #writer: PacedWriter | undefined
  #keepAlive: NodeJS.Timeout | undefined
  #hasEvents = false
  /** The last event that was written to the connection. */
  #written = 0
  /** Resolves once the events that are being stored are written. */
  #storing: Promise<void> | undefined
  /** Called when the client has left. */
  onLost: (() => void) | undefined

  constructor(number: number, log: EventLog, options: ResumableStreamOptions) {
    this.number = number
    this.#log = log
    this.#options = options
  }

  get concerns(): readonly Guarded[] {
    return this.#options.concerns ?? []
  }

  get connected(): boolean {
    return this.#connection !== undefined
  }

  /** Whether a client that loses its connection can resume. */
  get resumable(): boolean {
    return this.#options.primed || this.#hasEvents
  }

  /** Goes on over this connection after an event; ends an earlier connection. */
  attach(exchange: HttpExchange, after: number, headers: Readonly<Record<string, string>> = {}): void {
    this.drop()
    if (exchange.signal.aborted) return
    const { primed, unread } = this.#options
    const connection = exchange.stream(200, { ...EVENT_STREAM_HEADERS, ...headers })
    const writer = new PacedWriter(connection, { unread })
    exchange.signal.addEventListener('abort', () => this.#lose(connection), { once: true })
    this.#keepAlive = setInterval(() => writer.isBehind || writer.send(': keepalive\n\n'), KEEP_ALIVE).unref()
    this.#connection = connection
    this.#writer = writer
    // Repeats the id from which the client resumed, in case the connection is lost again before the next event.
    writer.send(primed ? `id: ${this.#toId(after)}\nretry: ${RETRY}\ndata: \n\n` : ':\n\n')
    const missed = this.#log.after(this.number, after)
    this.#written = missed.at(-1)?.seq ?? after
    if (missed.length > 0) writer.send(missed.map((event) => this.#toText(event)).join(''))
  }

  /** `store` resolves once the event may be written; those after it wait. */
  send(text: string, traits: Traits = {}, store?: (event: StreamEvent) => Promise<void>): void {
    const event = this.#log.append(this.number, text, traits, this.concerns)
    this.#hasEvents = true
    if (store === undefined && this.#storing === undefined) return this.#write(event, traits)
    const before = this.#storing ?? Promise.resolve()
    const storing: Promise<void> = before
      .then(() => store?.(event))
      .catch(() => {})
      .then(() => {
        if (this.#storing === storing) this.#storing = undefined
        this.#write(event, traits)
      })
    this.#storing = storing
  }

  #write(event: StreamEvent, traits: Traits): void {
    // One that was missed by the last connection was written when this one began.
    if (event.seq <= this.#written) return
    this.#written = event.seq
    this.#writer?.send(this.#toText(event), traits)
  }

  #toId(seq: number): string {
    return toEventId(this.number, seq, this.#options.request)
  }

  #toText({ seq, text }: StreamEvent): string {
    return `event: message\nid: ${this.#toId(seq)}\ndata: ${text}\n\n`
  }

  /** Ends the connection after the last event. */
  finish(): void {
    if (this.#storing === undefined) this.drop()
    else void this.#storing.then(() => this.finish())
  }

  /** Ends the connection after what waits, not the stream. */
  drop(): void {
    this.#writer?.finish()
    this.#connection?.end()
    this.#release()
  }

  #lose(connection: HttpStream): void {
    if (this.#connection !== connection) return
    this.#release()
    this.onLost?.()
  }

  #release(): void {
    clearInterval(this.#keepAlive)
    this.#connection = undefined
    this.#writer = undefined
  }
}

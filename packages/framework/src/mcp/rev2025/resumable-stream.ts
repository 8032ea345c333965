import type { Guarded } from '../../http/auth.ts'
import type { Traits } from '../../http/backlog.ts'
import { PacedWriter } from '../../http/paced-writer.ts'
import type { HttpExchange, HttpStream } from '../core/http-exchange.ts'
import { type EventLog, type StreamEvent, toEventId } from './event-log.ts'

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
    writer.send(primed ? `id: ${toEventId(this.number, after)}\nretry: ${RETRY}\ndata: \n\n` : ':\n\n')
    const missed = this.#log.after(this.number, after).map(toText)
    if (missed.length > 0) writer.send(missed.join(''))
  }

  send(text: string, traits: Traits = {}): void {
    const event = this.#log.append(this.number, text, traits, this.concerns)
    this.#hasEvents = true
    this.#writer?.send(toText(event), traits)
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

const toText = ({ stream, seq, text }: StreamEvent): string =>
  `event: message\nid: ${toEventId(stream, seq)}\ndata: ${text}\n\n`

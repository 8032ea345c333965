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

/**
 * Server-sent events that outlive their connection. Each event is in the log before it is written; a client that lost its
 * connection, or reads slower than the server writes, gets the rest from the log.
 */
export class ResumableStream {
  readonly number: number
  readonly #log: EventLog
  readonly #primed: boolean
  #connection: HttpStream | undefined
  #keepAlive: NodeJS.Timeout | undefined
  /** The last event that was written to the connection. */
  #written = 0
  #last = 0
  #choked = false
  #finished = false
  /** Called when the client has left. */
  onLost: (() => void) | undefined

  constructor(number: number, log: EventLog, primed: boolean) {
    this.number = number
    this.#log = log
    this.#primed = primed
  }

  get connected(): boolean {
    return this.#connection !== undefined
  }

  /** Whether a client that loses its connection can resume. */
  get resumable(): boolean {
    return this.#primed || this.#last > 0
  }

  /** Goes on over this connection after an event; ends an earlier connection. */
  attach(exchange: HttpExchange, after: number, headers: Readonly<Record<string, string>> = {}): void {
    this.drop()
    if (exchange.signal.aborted) return
    const connection = exchange.stream(200, { ...EVENT_STREAM_HEADERS, ...headers })
    exchange.signal.addEventListener('abort', () => this.#lose(connection), { once: true })
    this.#keepAlive = setInterval(() => connection.write(': keepalive\n\n'), KEEP_ALIVE).unref()
    this.#connection = connection
    this.#choked = false
    this.#written = after
    // Repeats the id from which the client resumed, in case the connection is lost again before the next event.
    this.#write(this.#primed ? `id: ${toEventId(this.number, after)}\nretry: ${RETRY}\ndata: \n\n` : ':\n\n')
    this.#flush()
  }

  send(text: string, kind: 'notification' | 'message'): void {
    const event = this.#log.append(this.number, text, kind)
    this.#last = event.seq
    if (!this.#choked) this.#deliver(event)
  }

  /** Ends the stream. */
  finish(): void {
    this.#finished = true
    if (this.#written >= this.#last) this.drop()
  }

  /** Ends the connection, not the stream. */
  drop(): void {
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
  }

  #deliver({ seq, text }: StreamEvent): void {
    if (this.#connection === undefined) return
    this.#written = seq
    this.#write(`event: message\nid: ${toEventId(this.number, seq)}\ndata: ${text}\n\n`)
  }

  #flush(): void {
    for (const event of this.#log.after(this.number, this.#written)) {
      if (this.#choked) return
      this.#deliver(event)
    }
    if (this.#finished) this.drop()
  }

  #write(text: string): void {
    const connection = this.#connection!
    if (connection.write(text)) return
    this.#choked = true
    void connection.drained().then(() => {
      if (this.#connection !== connection) return
      this.#choked = false
      this.#flush()
    })
  }
}

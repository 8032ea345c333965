import type { Traits } from '../../http/backlog.ts'
import { PacedWriter } from '../../http/paced-writer.ts'
import { EVENT_HEADERS } from '../../http/replies.ts'
import type { HttpExchange, HttpStream } from './http-exchange.ts'

/** Milliseconds between keep-alive comments: proxies close connections that are silent for longer. */
const KEEP_ALIVE = 15_000

export interface EventStreamOptions {
  /** Bytes that may wait for the reader. */
  unread?: number | undefined
  headers?: Readonly<Record<string, string>>
  keepAlive?: number
}

/** Server-sent events as a response. */
export class EventStream {
  readonly #stream: HttpStream
  readonly #writer: PacedWriter
  readonly #timer: NodeJS.Timeout

  constructor(exchange: HttpExchange, { unread, headers, keepAlive = KEEP_ALIVE }: EventStreamOptions = {}) {
    this.#stream = exchange.stream(200, { ...EVENT_HEADERS, ...headers })
    this.#writer = new PacedWriter(this.#stream, { unread })
    this.#timer = setInterval(() => this.#writer.isBehind || this.#writer.send(': keepalive\n\n'), keepAlive)
    this.#timer.unref?.()
  }

  send(data: string, traits?: Traits): void {
    this.write(toEvent(data), traits)
  }

  /** Writes events that are framed already. */
  write(text: string, traits?: Traits): void {
    this.#writer.send(text, traits)
  }

  /** Ends after all events that wait, and the last one. */
  end(data?: string): void {
    this.stop()
    this.#writer.finish(data === undefined ? '' : toEvent(data))
    this.#stream.end()
  }

  /** Called when the reader has left. */
  stop(): void {
    clearInterval(this.#timer)
  }
}

const toEvent = (data: string): string => `event: message\ndata: ${data}\n\n`

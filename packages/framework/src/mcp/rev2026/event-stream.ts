import type { Traits } from '../../http/backlog.ts'
import { PacedWriter } from '../../http/paced-writer.ts'
import type { HttpExchange, HttpStream } from '../core/http-exchange.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Milliseconds between keep-alive comments: proxies close connections that are silent for longer. */
const KEEP_ALIVE = 15_000

export interface EventStreamOptions {
  /** Bytes that may wait for the reader. */
  unread?: number | undefined
  keepAlive?: number
}

/** Server-sent events as a response. */
export class EventStream {
  readonly #stream: HttpStream
  readonly #writer: PacedWriter
  readonly #timer: ReturnType<typeof setInterval>

  constructor(exchange: HttpExchange, { unread, keepAlive = KEEP_ALIVE }: EventStreamOptions = {}) {
    this.#stream = exchange.stream(200, HEADERS)
    this.#writer = new PacedWriter(this.#stream, { unread })
    this.#timer = setInterval(() => {
      if (!this.#writer.isBehind) this.#writer.send(': keepalive\n\n')
    }, keepAlive)
  }

  send(data: string, traits?: Traits): void {
    this.#writer.send(toEvent(data), traits)
  }

  /** Sends the last event, after all that wait. */
  end(data: string): void {
    clearInterval(this.#timer)
    this.#writer.finish(toEvent(data))
    this.#stream.end()
  }
}

const toEvent = (data: string): string => `event: message\ndata: ${data}\n\n`

import type { HttpExchange, HttpStream } from '../core/http-exchange.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Milliseconds between keep-alive comments: proxies close connections that are silent for longer. */
const KEEP_ALIVE = 15_000

/** Events that wait for a slow reader; above it, events that may be lost are dropped. */
const MOST_WAITING = 256

/** Server-sent events as a response. Events wait for a slow reader; no event waits twice, and those that may be lost are limited. */
export class EventStream {
  readonly #stream: HttpStream
  readonly #timer: ReturnType<typeof setInterval>
  /** Defined while the reader is behind. */
  #waiting: string[] | undefined

  constructor(exchange: HttpExchange, keepAlive: number = KEEP_ALIVE) {
    this.#stream = exchange.stream(200, HEADERS)
    this.#timer = setInterval(() => {
      if (this.#waiting === undefined) this.#write(': keepalive\n\n')
    }, keepAlive)
  }

  send(data: string, mayBeLost: boolean): void {
    const event = toEvent(data)
    if (this.#waiting === undefined) this.#write(event)
    else if (mayBeLost ? this.#waiting.length < MOST_WAITING : !this.#waiting.includes(event)) this.#waiting.push(event)
  }

  /** Sends the last event, after all that wait. */
  end(data: string): void {
    clearInterval(this.#timer)
    this.#stream.write((this.#waiting?.join('') ?? '') + toEvent(data))
    this.#waiting = undefined
    this.#stream.end()
  }

  #write(text: string): void {
    if (this.#stream.write(text)) return
    this.#waiting = []
    // Always settles, also when the reader has left.
    void this.#stream.drained().then(() => {
      const waiting = this.#waiting ?? []
      this.#waiting = undefined
      if (waiting.length > 0) this.#write(waiting.join(''))
    })
  }
}

const toEvent = (data: string): string => `event: message\ndata: ${data}\n\n`

import type { HttpExchange, HttpStream } from '../core/http-exchange.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Proxies close what is silent for longer. */
const KEEP_ALIVE = 15_000

/** How many events wait for a slow reader before those that may be lost are. */
const MOST_WAITING = 256

/** Server-sent events as an answer. A slow reader makes them wait; nothing waits twice, and what may be lost does not pile up. */
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
    // Not left alone: it comes in any case, also when the reader is gone.
    void this.#stream.drained().then(() => {
      const waiting = this.#waiting ?? []
      this.#waiting = undefined
      if (waiting.length > 0) this.#write(waiting.join(''))
    })
  }
}

const toEvent = (data: string): string => `event: message\ndata: ${data}\n\n`

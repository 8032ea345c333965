import type { IncomingMessage } from 'node:http'
import { readChunks } from '../../http/body.ts'
import { incomingOf } from '../../http/node-request.ts'
import { JSON_HEADERS, replyFailure, toErrorText, toInternalError } from '../core/error-reply.ts'
import type { HttpExchange, HttpStream } from '../core/http-exchange.ts'
import { type AdapterOptions, type HttpHandle, tooLarge } from './adapter.ts'

/** Bytes that may wait in a response before its reader counts as slow. */
const HIGH_WATER_MARK = 16 * 1024

/** Serves `handle` to any web-standard server. */
export function createFetchHandler(handle: HttpHandle, { bodyLimit, onError }: AdapterOptions) {
  async function answer(exchange: FetchExchange): Promise<void> {
    try {
      await handle(exchange)
    } catch (error) {
      onError(error)
      exchange.fail(error)
    }
  }

  return async (request: Request, env?: unknown): Promise<Response> => {
    let body: string | undefined
    try {
      body = await readBody(request, bodyLimit)
    } catch (error) {
      if (request.signal.aborted) return gone()
      onError(error)
      return new Response(toErrorText(null, toInternalError(error)), { status: 500, headers: JSON_HEADERS })
    }
    if (body === undefined) {
      const headers = { ...JSON_HEADERS, connection: 'close' }
      return new Response(toErrorText(null, tooLarge(bodyLimit)), { status: 413, headers })
    }
    const exchange = new FetchExchange(request, body, incomingOf(env))
    void answer(exchange)
    return exchange.response
  }
}

/** Returns `undefined` when the body is too large; the rest is not read. */
async function readBody(request: Request, limit: number): Promise<string | undefined> {
  if (!(Number(request.headers.get('content-length')) > limit)) return readChunks(request, limit)
  await request.body?.cancel()
  return undefined
}

/** The response after the client has left. */
const gone = (): Response => new Response(null, { status: 499 })

/** The exchange and its stream in one object. */
class FetchExchange implements HttpExchange, HttpStream {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly request: Request
  readonly incoming: IncomingMessage | undefined
  readonly response: Promise<Response>
  readonly #host: string
  readonly #respond: (response: Response) => void
  readonly #abort = new AbortController()
  readonly signal = this.#abort.signal
  readonly #encoder = new TextEncoder()
  /** Set while the client reads a response that is written in parts. */
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #caughtUp = Promise.withResolvers<void>()
  /** Whether nothing more is sent. */
  #isOver = false

  constructor(request: Request, body: string, incoming: IncomingMessage | undefined) {
    const { host, pathname, search } = new URL(request.url)
    const { promise, resolve } = Promise.withResolvers<Response>()
    this.method = request.method
    this.url = pathname + search
    this.body = body
    this.incoming = incoming
    this.response = promise
    this.request = request
    this.#host = host
    this.#respond = resolve
    if (request.signal.aborted) this.#leave()
    else request.signal.addEventListener('abort', this.#leave, { once: true })
  }

  header(name: string): string | undefined {
    // A request made in this process has no Host header, only its URL.
    return this.request.headers.get(name) ?? (name === 'host' ? this.#host : undefined)
  }

  reply(status: number, headers: Readonly<Record<string, string>>, body?: string): void {
    if (this.#isOver || this.#controller !== undefined) return
    this.#finish()
    this.#respond(new Response(body ?? null, { status, headers }))
  }

  stream(status: number, headers: Readonly<Record<string, string>>): HttpStream {
    const readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => {
          this.#caughtUp.resolve()
          this.#caughtUp = Promise.withResolvers()
        },
        cancel: () => {
          this.#controller = undefined
          this.#leave()
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
    )
    this.#respond(new Response(readable, { status, headers }))
    return this
  }

  write(text: string): boolean {
    if (this.#isOver) return true
    this.#controller!.enqueue(this.#encoder.encode(text))
    return this.#controller!.desiredSize! > 0
  }

  drained(): Promise<void> {
    if (this.#isOver || this.#controller!.desiredSize! > 0) return Promise.resolve()
    return this.#caughtUp.promise
  }

  end(): void {
    if (this.#isOver) return
    this.#finish()
    this.#controller!.close()
  }

  cut(): void {
    this.#breakOff()
    this.#abort.abort()
  }

  /** Called after an error: replies with it, or breaks off a response that has begun, so that it does not look complete. */
  fail(error: unknown): void {
    if (this.#controller === undefined) replyFailure(this, error)
    else this.#breakOff()
  }

  #breakOff(): void {
    if (this.#isOver) return
    this.#finish()
    this.#controller!.error(brokenOff())
  }

  #finish(): void {
    this.#isOver = true
    this.#caughtUp.resolve()
    this.request.signal.removeEventListener('abort', this.#leave)
  }

  /** Called when the client has left. An error of the stream would be printed by the server that reads the response. */
  readonly #leave = (): void => {
    if (this.#isOver) return
    this.#finish()
    this.#abort.abort()
    this.#controller?.close()
    this.#respond(gone())
  }
}

/** Without a stack: the server that reads the response may print it, and it says nothing about where it was thrown. */
function brokenOff(): Error {
  const error = new Error('the response was broken off')
  delete error.stack
  return error
}

import type { IncomingMessage } from 'node:http'
import { incomingOf } from '../../http/node-request.ts'
import { INTERNAL_ERROR, JSON_HEADERS, replyError, toErrorText } from '../core/error-reply.ts'
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
      exchange.fail()
    }
  }

  return async (request: Request, env?: unknown): Promise<Response> => {
    let body: string | undefined
    try {
      body = await readBody(request, bodyLimit)
    } catch (error) {
      if (request.signal.aborted) return gone()
      onError(error)
      return new Response(toErrorText(null, INTERNAL_ERROR), { status: 500, headers: JSON_HEADERS })
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
  if (Number(request.headers.get('content-length')) > limit) {
    await request.body?.cancel()
    return undefined
  }
  if (request.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  // Leaving the loop cancels the body.
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The response after the client has left. */
const gone = (): Response => new Response(null, { status: 499 })

class FetchExchange implements HttpExchange {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly request: Request
  readonly incoming: IncomingMessage | undefined
  readonly response: Promise<Response>
  readonly #host: string
  readonly #respond: (response: Response) => void
  readonly #abort = new AbortController()
  #stream: FetchStream | undefined
  #answered = false

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

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  header(name: string): string | undefined {
    // A request made in this process has no Host header, only its URL.
    return this.request.headers.get(name) ?? (name === 'host' ? this.#host : undefined)
  }

  reply(status: number, headers: Readonly<Record<string, string>>, body?: string): void {
    if (this.#answered) return
    this.#finish()
    this.#respond(new Response(body ?? null, { status, headers }))
  }

  stream(status: number, headers: Readonly<Record<string, string>>): HttpStream {
    this.#answered = true
    this.#stream = new FetchStream(this.#leave, this.#finish)
    if (this.signal.aborted) this.#stream.leave()
    this.#respond(new Response(this.#stream.readable, { status, headers }))
    return this.#stream
  }

  /** Called after an error: replies with it, or breaks off a response that has begun, so that it does not look complete. */
  fail(): void {
    if (this.#stream === undefined) replyError(this, 500, null, INTERNAL_ERROR)
    else this.#stream.fail()
  }

  readonly #finish = () => {
    this.#answered = true
    this.request.signal.removeEventListener('abort', this.#leave)
  }

  readonly #leave = () => {
    this.#finish()
    this.#abort.abort()
    this.#stream?.leave()
    this.#respond(gone())
  }
}

/** Without a stack: the server that reads the response may print it, and it says nothing about where it was thrown. */
function brokenOff(): Error {
  const error = new Error('the response was broken off')
  delete error.stack
  return error
}

class FetchStream implements HttpStream {
  readonly readable: ReadableStream<Uint8Array>
  readonly #onCancel: () => void
  readonly #onEnd: () => void
  readonly #encoder = new TextEncoder()
  // `start` runs inside the constructor of the stream.
  #controller!: ReadableStreamDefaultController<Uint8Array>
  #caughtUp = Promise.withResolvers<void>()
  #open = true
  #isCancelled = false

  constructor(onCancel: () => void, onEnd: () => void) {
    this.#onCancel = onCancel
    this.#onEnd = onEnd
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => {
          this.#caughtUp.resolve()
          this.#caughtUp = Promise.withResolvers()
        },
        cancel: () => {
          this.#isCancelled = true
          if (this.#open) onCancel()
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
    )
  }

  write(text: string): boolean {
    if (!this.#open) return true
    this.#controller.enqueue(this.#encoder.encode(text))
    return this.#controller.desiredSize! > 0
  }

  drained(): Promise<void> {
    if (!this.#open || this.#controller.desiredSize! > 0) return Promise.resolve()
    return this.#caughtUp.promise
  }

  end(): void {
    if (!this.#open) return
    this.#close()
    this.#controller.close()
  }

  cut(): void {
    this.fail()
    this.#onCancel()
  }

  fail(): void {
    if (!this.#open) return
    this.#close()
    this.#controller.error(brokenOff())
  }

  /** Called when the client has left. An error here would be printed by the server that reads the response. */
  leave(): void {
    if (!this.#open) return
    this.#close()
    if (!this.#isCancelled) this.#controller.close()
  }

  #close(): void {
    this.#open = false
    this.#caughtUp.resolve()
    this.#onEnd()
  }
}

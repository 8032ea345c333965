import type { IncomingMessage, ServerResponse } from 'node:http'
import { readParsed, toRequest } from '../../http/node-request.ts'
import { JSON_HEADERS, replyFailure, toErrorText } from '../core/error-reply.ts'
import type { HttpExchange, HttpStream } from '../core/http-exchange.ts'
import { type AdapterOptions, type HttpHandle, tooLarge } from './adapter.ts'

/** Milliseconds that a refused client has to read the response: closing at once would reset the connection before it arrives. */
const LINGER = 1_000

/** Serves `handle` as a listener of `node:http`. */
export function createNodeListener(handle: HttpHandle, { bodyLimit, onError }: AdapterOptions) {
  async function answer(exchange: NodeExchange): Promise<void> {
    try {
      await handle(exchange)
    } catch (error) {
      onError(error)
      exchange.fail(error)
    }
  }

  function answerParsed(req: IncomingMessage, res: ServerResponse): void {
    try {
      const parsed = readParsed(req)
      if (Buffer.byteLength(parsed) > bodyLimit) refuseBody(req, res, bodyLimit)
      else void answer(new NodeExchange(req, res, parsed))
    } catch (error) {
      onError(error)
      new NodeExchange(req, res, '').fail(error)
    }
  }

  return (req: IncomingMessage, res: ServerResponse): void => {
    if (req.readableEnded) {
      answerParsed(req, res)
      return
    }
    if (Number(req.headers['content-length']) > bodyLimit) {
      refuseBody(req, res, bodyLimit)
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyLimit) {
        chunks.push(chunk)
        return
      }
      chunks.length = 0
      req.off('data', onData).off('end', onEnd)
      refuseBody(req, res, bodyLimit)
    }
    const onEnd = () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      void answer(new NodeExchange(req, res, body.toString('utf8')))
    }
    req.on('data', onData).on('end', onEnd)
  }
}

function refuseBody(req: IncomingMessage, res: ServerResponse, bodyLimit: number): void {
  const text = toErrorText(null, tooLarge(bodyLimit))
  res.writeHead(413, { ...JSON_HEADERS, 'content-length': Buffer.byteLength(text), connection: 'close' })
  // The client knows the length, so the response is complete for it; `end` closes the connection.
  if (req.readableEnded) {
    res.end(text)
    return
  }
  res.write(text)
  const timer = setTimeout(() => req.destroy(), LINGER)
  res.once('close', () => clearTimeout(timer))
  req.once('end', () => res.end())
  // A body that is a little too large is discarded, so that a client that writes first can read the response. The rest of a
  // huge one stays on the network: reading it costs memory until the garbage is collected.
  let discarded = 0
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > 2 * bodyLimit) req.pause()
  })
}

/** The exchange and its stream in one object, which saves an allocation for every request. */
class NodeExchange implements HttpExchange, HttpStream {
  readonly body: string
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  #abort: AbortController | undefined
  #ended = false

  constructor(req: IncomingMessage, res: ServerResponse, body: string) {
    this.#req = req
    this.#res = res
    this.body = body
  }

  get method(): string {
    return this.#req.method!
  }

  get url(): string {
    return this.#req.url!
  }

  get request(): Request {
    return toRequest(this.#req)
  }

  get incoming(): IncomingMessage {
    return this.#req
  }

  get address(): string | undefined {
    return this.#req.socket.remoteAddress
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController()
      this.#abort = abort
      if (this.#res.destroyed && !this.#ended) abort.abort()
      else
        this.#res.once('close', () => {
          if (!this.#ended) abort.abort()
        })
    }
    return this.#abort.signal
  }

  header(name: string): string | undefined {
    // Only set-cookie is an array, and only in responses.
    return this.#req.headers[name] as string | undefined
  }

  reply(status: number, headers: Readonly<Record<string, string>>, body = ''): void {
    if (this.#res.destroyed) return
    this.#ended = true
    this.#res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    this.#res.end(body)
  }

  stream(status: number, headers: Readonly<Record<string, string>>): HttpStream {
    if (!this.#res.destroyed) {
      const { socket } = this.#res
      // The headers leave together with what is written in this turn. Official clients forget from where they resumed, if the
      // connection is lost between the headers and the first event.
      socket?.cork()
      this.#res.writeHead(status, headers)
      this.#res.flushHeaders()
      if (socket !== null) process.nextTick(() => socket.uncork())
    }
    return this
  }

  write(text: string): boolean {
    // There is no need to wait for a client that has left.
    if (this.#res.destroyed || this.#ended) return true
    return this.#res.write(text)
  }

  drained(): Promise<void> {
    const res = this.#res
    if (!res.writableNeedDrain) return Promise.resolve()
    return new Promise((resolve) => {
      const onCaughtUp = () => {
        res.off('drain', onCaughtUp).off('close', onCaughtUp)
        resolve()
      }
      res.on('drain', onCaughtUp).on('close', onCaughtUp)
    })
  }

  end(): void {
    if (this.#res.destroyed) return
    this.#ended = true
    this.#res.end()
  }

  cut(): void {
    this.#res.destroy()
  }

  /** Called after an error: replies with it, or breaks off a response that has begun, so that it does not look complete. */
  fail(error: unknown): void {
    if (this.#ended) return
    if (this.#res.headersSent) this.#res.destroy()
    else replyFailure(this, error)
  }
}

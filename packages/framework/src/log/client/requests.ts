import type { Clock } from '../../tools/clock.ts'
import { isObject } from '../../tools/json.ts'
import { RefusedError, UnreachableError } from './client-errors.ts'
import { Patience } from './patience.ts'

export type RequestHeaders = Readonly<Record<string, string>>

export interface RequestOptions {
  /** The origin of the server, to which `/api/…` is added. Default: that of the page. */
  baseUrl?: string | undefined
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Sent with every request. Pass a function if they change, as tokens do. */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>) | undefined
}

/** Statuses with which a proxy asks for a retry. Our server sends them with an error code. */
const PASSING = [408, 425, 429]

/** Calls an HTTP interface of the framework. Throws a `RefusedError` or an `UnreachableError`. */
export class Requests {
  readonly #root: string
  readonly #options: () => RequestOptions
  readonly clock: Clock
  /** The headers of the last request that was refused. */
  #refused: string | undefined

  /** `root`: the path that is prepended to all others. */
  constructor(root: string, options: () => RequestOptions, clock: Clock) {
    this.#root = root
    this.#options = options
    this.clock = clock
  }

  urlOf(path: string): string {
    const { baseUrl = '' } = this.#options()
    return `${baseUrl.replace(/\/+$/, '')}${this.#root}${path}`
  }

  async #headers(): Promise<RequestHeaders> {
    const { headers = {} } = this.#options()
    return typeof headers === 'function' ? headers() : headers
  }

  /** Whether the headers are the ones that were refused last time. */
  async wouldRepeat(): Promise<boolean> {
    const headers = await this.#headers().catch(() => undefined)
    return headers === undefined || JSON.stringify(headers) === this.#refused
  }

  /** Resolves to the JSON of the response, or to `undefined` for a 204. */
  async json(method: string, path: string, signal: AbortSignal, body?: string): Promise<unknown> {
    const patience = new Patience(this.clock, signal, body)
    try {
      const response = await this.#fetch(path, {
        method,
        signal: patience.signal,
        ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
      })
      return response.status === 204 ? undefined : await response.json().catch(unreachable)
    } finally {
      patience.end()
    }
  }

  /** Resolves to the bytes of an event stream, which ends when `signal` aborts. */
  async stream(path: string, signal: AbortSignal, headers: RequestHeaders): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#fetch(path, { signal, headers, cache: 'no-store' })
    const type = response.headers.get('content-type') ?? 'none'
    // A proxy may reply in place of the server, with a page of its own.
    if (!type.startsWith('text/event-stream')) return unreachable(new Error(`expected an event stream, got ${type}`))
    return response.body ?? unreachable(new Error('the answer has no body'))
  }

  async #fetch(path: string, init: RequestInit & { headers?: RequestHeaders }): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#options()
    const own = await this.#headers().catch(unreachable)
    const headers = { ...own, ...init.headers }
    const response = await fetch(this.urlOf(path), { ...init, headers }).catch(unreachable)
    if (response.ok) return response
    const error = await toError(response)
    if (error instanceof RefusedError) this.#refused = JSON.stringify(own)
    throw error
  }
}

export function unreachable(cause: unknown): never {
  throw new UnreachableError('the response of the server is missing or incomplete', { cause })
}

async function toError(response: Response): Promise<Error> {
  const { status } = response
  const answer: unknown = await response.json().catch(() => undefined)
  const error = isObject(answer) && isObject(answer.error) ? answer.error : undefined
  const isRefusal = status >= 400 && status < 500 && (error !== undefined || !PASSING.includes(status))
  if (!isRefusal) return new UnreachableError(`the server answered with status ${status}`)
  const { code, message } = error ?? {}
  return new RefusedError(
    status,
    typeof code === 'string' ? code : 'refused',
    typeof message === 'string' ? message : `the server refused the request with status ${status}`,
  )
}

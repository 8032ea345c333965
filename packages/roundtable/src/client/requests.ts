import { RefusedError, UnreachableError } from '@sweatpants/framework/chat'

export interface RequestOptions {
  /** Where the debates are served; `/api/roundtable` is added. Default: where the page is. */
  baseUrl?: string | undefined
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** The HTTP interface of debates, as a page calls it. Throws a `RefusedError` or an `UnreachableError`. */
export class Requests {
  readonly #options: RequestOptions

  constructor(options: RequestOptions) {
    this.#options = options
  }

  urlOf(path: string): string {
    const { baseUrl = '' } = this.#options
    return `${baseUrl.replace(/\/+$/, '')}/api/roundtable${path}`
  }

  /** The shape of the answer is the server's word. */
  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return toJson(await this.#send(path, { ...(signal && { signal }) }))
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': 'application/json' }
    return toJson(await this.#send(path, { method: 'POST', body: text, headers }))
  }

  /** The bytes of an event stream, until `signal` aborts. */
  async stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { headers, body } = await this.#send(path, { signal, cache: 'no-store' })
    // Something on the way may answer for the server, with a page of its own.
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
      throw new UnreachableError('expected an event stream, and something else came')
    return body
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#options
    const response = await fetch(this.urlOf(path), init).catch(unreachable)
    if (response.ok) return response
    const { code, message }: { code?: unknown; message?: unknown } = await response.json().catch(() => ({}))
    const { status } = response
    const isRefusal = typeof code === 'string' && typeof message === 'string' && !PASSING.includes(code)
    throw isRefusal ? new RefusedError(status, code, message) : new UnreachableError(`the server answered ${status}`)
  }
}

/** Those that a server says which would take the same request at another time. */
const PASSING = ['internal', 'closing', 'too_many_streams']

const toJson = <T>(response: Response): Promise<T> => response.json().catch(unreachable)

function unreachable(cause: unknown): never {
  throw new UnreachableError('the server did not answer, or the answer broke off', { cause })
}

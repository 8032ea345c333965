import { type Auth, AuthError, type Authenticate, type AuthOption, identify } from '../../http/auth.ts'
import { isResponse, toHttpError } from '../../http/replies.ts'
import { type Admitted, admit, resourceMetadataUrl, WELL_KNOWN } from '../core/auth.ts'
import { JSON_HEADERS, REFUSED, replyError } from '../core/error-reply.ts'
import { type HttpExchange, replyWith } from '../core/http-exchange.ts'

/** Lets callers in, and tells all others where to get a token if there are tokens. */
export class Door {
  readonly #auth: Auth
  readonly #onError: (error: unknown) => void
  readonly #metadataUrl: string | undefined
  readonly #metadataPaths: ReadonlySet<string>
  readonly #metadata: string

  constructor(option: AuthOption, path: string, onError: (error: unknown) => void) {
    const auth = toAuth(option)
    const { metadata } = auth
    this.#auth = auth
    this.#onError = onError
    this.#metadataUrl = metadata && resourceMetadataUrl(metadata.resource)
    // The resource has another path than ours behind a proxy that removes a part of it.
    this.#metadataPaths = new Set(
      this.#metadataUrl === undefined ? [] : [WELL_KNOWN, WELL_KNOWN + path, new URL(this.#metadataUrl).pathname],
    )
    this.#metadata = JSON.stringify({ ...metadata, bearer_methods_supported: ['header'] })
  }

  hasMetadataAt(path: string): boolean {
    return this.#metadataPaths.has(path)
  }

  replyMetadata(exchange: HttpExchange): void {
    if (exchange.method === 'GET') return exchange.reply(200, JSON_HEADERS, this.#metadata)
    const message = `${exchange.method} is not taken here; use GET`
    replyError(exchange, 405, null, { code: REFUSED, message }, { allow: 'GET' })
  }

  /** Resolves to the caller, or to `undefined` after it has replied with a refusal. */
  async enter(exchange: HttpExchange): Promise<Admitted | undefined> {
    try {
      return admit(this.#auth, await identify(this.#auth, exchange.request, exchange.incoming))
    } catch (error) {
      if (isResponse(error)) await replyWith(exchange, error)
      else this.refuse(exchange, null, error)
      return undefined
    }
  }

  /** Replies to a request whose caller is refused, with the status that routes give it; throws an error that has none. */
  refuse(exchange: HttpExchange, id: string | number | null, error: unknown): void {
    const { status, message, headers } = toHttpError(error)
    if (status === 500) throw error
    if (status > 500) this.#onError(error)
    const challenge = error instanceof AuthError && { 'www-authenticate': error.challenge(this.#metadataUrl) }
    replyError(exchange, status, id, { code: REFUSED, message }, { ...headers, ...challenge })
  }
}

const toAuth = (option: AuthOption): Auth =>
  typeof option === 'function' ? { authenticate: option satisfies Authenticate } : option

import { isObject } from '../../tools/json.ts'
import {
  type Auth,
  AuthError,
  AuthUnavailableError,
  type Caller,
  requireScopes,
  resourceMetadataUrl,
} from '../core/auth.ts'
import { JSON_HEADERS, REFUSED, replyError } from '../core/error-reply.ts'
import type { HttpExchange } from '../core/http-exchange.ts'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Where callers are let in by their tokens, and all others are told whom to ask for one. */
export class Door {
  readonly #auth: Auth
  readonly #onError: (error: unknown) => void
  readonly #metadataUrl: string
  readonly #metadataPaths: ReadonlySet<string>
  readonly #metadata: string

  constructor(auth: Auth, path: string, onError: (error: unknown) => void) {
    this.#auth = auth
    this.#onError = onError
    this.#metadataUrl = resourceMetadataUrl(auth.metadata.resource)
    // The resource has another path than ours when something before us takes a part of it away.
    this.#metadataPaths = new Set([WELL_KNOWN, WELL_KNOWN + path, new URL(this.#metadataUrl).pathname])
    this.#metadata = JSON.stringify({ ...auth.metadata, bearer_methods_supported: ['header'] })
  }

  hasMetadataAt(path: string): boolean {
    return this.#metadataPaths.has(path)
  }

  replyMetadata(exchange: HttpExchange): void {
    if (exchange.method === 'GET') return exchange.reply(200, JSON_HEADERS, this.#metadata)
    const message = `${exchange.method} is not taken here; use GET`
    replyError(exchange, 405, null, { code: REFUSED, message }, { allow: 'GET' })
  }

  /** Undefined when nobody was let in, and the exchange has been answered. */
  async enter(exchange: HttpExchange): Promise<Caller | undefined> {
    try {
      return await this.#auth.authenticate(exchange.header('authorization') ?? null)
    } catch (error) {
      this.#refuse(exchange, null, error)
      return undefined
    }
  }

  /** Whether the caller has the scopes of every tool that is called: a batch calls several. Otherwise it has been answered. */
  letsCall(exchange: HttpExchange, message: unknown, { scopes }: Caller): boolean {
    if (this.#auth.scopesFor === undefined) return true
    for (const called of Array.isArray(message) ? message : [message]) {
      if (!isObject(called) || called.method !== 'tools/call' || !isObject(called.params)) continue
      // What is not a string names no tool, and is refused as that.
      if (typeof called.params.name !== 'string') continue
      try {
        requireScopes(scopes, this.#auth.scopesFor(called.params.name))
      } catch (error) {
        this.#refuse(exchange, toId(called.id), error)
        return false
      }
    }
    return true
  }

  #refuse(exchange: HttpExchange, id: string | number | null, error: unknown): void {
    if (error instanceof AuthError) {
      const challenge = { 'www-authenticate': error.challenge(this.#metadataUrl) }
      return replyError(exchange, error.status, id, { code: REFUSED, message: error.message }, challenge)
    }
    if (!(error instanceof AuthUnavailableError)) throw error
    this.#onError(error)
    const message = 'tokens cannot be checked now; try again'
    replyError(exchange, error.status, id, { code: REFUSED, message }, { 'retry-after': '5' })
  }
}

const toId = (id: unknown): string | number | null => (typeof id === 'string' || typeof id === 'number' ? id : null)

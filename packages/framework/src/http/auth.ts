import type { IncomingMessage } from 'node:http'
import { problemOfName } from '../tools/elicit-operation.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { HttpError } from './http-error.ts'

/** The caller of a request. */
export interface Caller {
  /** Stable for one person or client, at most 256 characters; sessions, tasks and states belong to it. */
  principal: string
  scopes: readonly string[]
}

/**
 * Returns the caller of a request, or the principal alone. It refuses by returning `undefined`, by returning a response, or by
 * throwing one or an `HttpError`, such as an `AuthError`; any other error is a failure of the server. The request has no body. `incoming` is the
 * request of `node:http`, with what middleware has put on it; it is absent on other servers.
 */
export type Authenticate = (
  request: Request,
  incoming?: IncomingMessage,
) => MaybePromise<Caller | string | Response | undefined>

/** The `auth` option of every surface: a function, or `createTokenAuth(…)` or `createJwtAuth(…)`. */
export type AuthOption = Authenticate | Auth

/** Authenticates callers, and says what they need. */
export interface Auth {
  authenticate: Authenticate
  /** The content of `/.well-known/oauth-protected-resource` (RFC 9728). The server checks tokens and never issues them. */
  readonly metadata?: {
    resource: string
    authorization_servers: readonly string[]
    scopes_supported?: readonly string[]
  }
  /**
   * Returns the scopes that a tool, prompt or resource needs beyond those of every request: to call or read it, to answer its
   * questions, and to follow, change or cancel its tasks. A resource is named by its `uri`, or by its `uriTemplate`.
   */
  scopesFor?(name: string, type: Guarded['type']): readonly string[]
}

/** A subject that scopes guard. */
export interface Guarded {
  readonly type: 'tool' | 'prompt' | 'resource'
  readonly name: string
}

/** The caller is refused. The client sees the message, so it never holds the token or a part of it. */
export class AuthError extends HttpError {
  override name = 'AuthError'
  declare readonly status: 401 | 403
  /** Undefined when the request had no token: then the challenge has no error code (RFC 6750, 3.1). */
  readonly error: 'invalid_token' | 'insufficient_scope' | 'invalid_request' | undefined
  /** The scopes that the token needs, separated by spaces. */
  readonly scope: string | undefined

  constructor(error: AuthError['error'], message: string, scopes: readonly string[] = []) {
    const scope = scopes.length === 0 ? undefined : scopes.join(' ')
    const headers = { 'www-authenticate': toChallenge({ error, message, scope }) }
    super(error === 'insufficient_scope' ? 403 : 401, error ?? 'unauthorized', message, headers)
    this.error = error
    this.scope = scope
  }

  /** Returns the value of `WWW-Authenticate`: what went wrong, and where the client finds the issuers (RFC 9728). */
  challenge(resourceMetadataUrl?: string): string {
    return toChallenge(this, resourceMetadataUrl)
  }
}

/**
 * The token cannot be checked now, because the issuer's keys or its introspection cannot be reached. The token may be valid,
 * so the reply is a 503 to retry, and never `invalid_token`, which would make clients discard the token.
 */
export class AuthUnavailableError extends HttpError {
  override name = 'AuthUnavailableError'

  constructor(message: string, options?: ErrorOptions) {
    super(503, 'auth_unavailable', message, { 'retry-after': '5' }, options)
  }
}

/** Resolves to the caller of a request. Rejects with an `AuthError` or the response that refuses it. */
export async function identify(auth: AuthOption, request: Request, incoming?: IncomingMessage): Promise<Caller> {
  const found = await (typeof auth === 'function' ? auth(request, incoming) : auth.authenticate(request, incoming))
  if (!found) throw new AuthError(undefined, 'this request needs credentials that are known here')
  if (typeof found === 'string') return checked({ principal: found, scopes: [] })
  // A server may replace the `Response` class, so it is told by what a caller has.
  if (!('principal' in found)) throw found
  if (found.principal === '') throw new AuthError(undefined, 'this request needs credentials that are known here')
  return checked(found)
}

function checked(caller: Caller): Caller {
  const problem = problemOfName(caller.principal)
  if (problem === undefined) return caller
  throw new AuthError('invalid_token', `a principal ${problem}`)
}

function toChallenge({ error, message, scope }: Pick<AuthError, 'error' | 'message' | 'scope'>, url?: string): string {
  const parameters = url === undefined ? [] : [`resource_metadata=${quote(url)}`]
  if (error !== undefined) {
    // RFC 6750 has no escapes in a description.
    const description = message.replace(/["\\]/g, "'")
    parameters.push(`error=${quote(error)}`, `error_description=${quote(description)}`)
  }
  if (scope !== undefined) parameters.push(`scope=${quote(scope)}`)
  return ['Bearer', parameters.join(', ')].filter((part) => part !== '').join(' ')
}

/** Returns a quoted-string of RFC 9110; a character that a header cannot hold becomes a question mark. */
const quote = (text: string): string => `"${text.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')}"`

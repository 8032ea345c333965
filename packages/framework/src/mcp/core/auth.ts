import { SweatpantsError } from '../../tools/errors.ts'

/** The caller of a request. */
export interface Caller {
  /** Stable for one person or client; tasks, sessions and states belong to it. */
  principal: string
  scopes: readonly string[]
}

/** Authenticates callers. The server is an OAuth resource server: it checks tokens and never issues them. */
export interface Auth {
  /** Resolves to the caller. Rejects with an `AuthError`, or with an `AuthUnavailableError` if the token cannot be checked now. */
  authenticate(authorization: string | null): Promise<Caller>
  /** The content of `/.well-known/oauth-protected-resource` (RFC 9728). */
  readonly metadata: {
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

/** What scopes guard. */
export interface Guarded {
  readonly type: 'tool' | 'prompt' | 'resource'
  readonly name: string
}

/** A caller that was let in for one request, with the scopes of the token of that request. */
export interface Admitted extends Caller {
  /** Throws an `AuthError` if the token lacks a scope. */
  requireScopes(guarded: Guarded): void
}

/** The caller is refused. The client sees the message, so it never holds the token or a part of it. */
export class AuthError extends SweatpantsError {
  override name = 'AuthError'
  readonly status: 401 | 403
  /** Undefined when the request had no token: then the challenge has no error code (RFC 6750, 3.1). */
  readonly error: 'invalid_token' | 'insufficient_scope' | 'invalid_request' | undefined
  /** The scopes that the token needs, separated by spaces. */
  readonly scope: string | undefined

  constructor(error: AuthError['error'], message: string, scopes: readonly string[] = []) {
    super(message)
    this.status = error === 'insufficient_scope' ? 403 : 401
    this.error = error
    this.scope = scopes.length === 0 ? undefined : scopes.join(' ')
  }

  /** Returns the value of `WWW-Authenticate`: what went wrong, and where the client finds the issuers (RFC 9728). */
  challenge(resourceMetadataUrl: string): string {
    const parameters = [`resource_metadata=${quote(resourceMetadataUrl)}`]
    if (this.error !== undefined) {
      // RFC 6750 has no escapes in a description.
      const description = this.message.replace(/["\\]/g, "'")
      parameters.push(`error=${quote(this.error)}`, `error_description=${quote(description)}`)
    }
    if (this.scope !== undefined) parameters.push(`scope=${quote(this.scope)}`)
    return `Bearer ${parameters.join(', ')}`
  }
}

/**
 * The token cannot be checked now, because the issuer's keys or its introspection cannot be reached. The token may be valid,
 * so the reply is a 503 to retry, and never `invalid_token`, which would make clients discard the token.
 */
export class AuthUnavailableError extends SweatpantsError {
  override name = 'AuthUnavailableError'
  readonly status = 503
}

/** Returns a quoted-string of RFC 9110; a character that a header cannot hold becomes a question mark. */
const quote = (text: string): string => `"${text.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')}"`

export const admit = (auth: Auth, caller: Caller): Admitted => ({
  ...caller,
  requireScopes: ({ name, type }) => requireScopes(caller.scopes, auth.scopesFor?.(name, type) ?? []),
})

/** Throws an `AuthError` that names the needed scopes, unless all of them are held. */
export function requireScopes(held: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((scope) => !held.includes(scope))
  if (missing.length === 0) return
  throw new AuthError(
    'insufficient_scope',
    `the token lacks ${missing.join(', ')}; request a token that has it`,
    needed,
  )
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Returns the URL of a resource's metadata: the well-known path goes between the host and the path (RFC 9728, 3.1). */
export function resourceMetadataUrl(resource: string): string {
  const { origin, pathname, search } = toResource(resource)
  return `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}${search}`
}

/** Returns the URL that tokens are issued for: absolute, without a fragment (RFC 8707). */
export function toResource(resource: string): URL {
  const url = URL.parse(resource)
  if (url !== null && /^https?:$/.test(url.protocol) && !resource.includes('#')) return url
  throw new SweatpantsError(`expected the resource as an http(s) URL without a fragment, got "${resource}"`)
}

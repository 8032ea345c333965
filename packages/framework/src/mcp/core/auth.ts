import { SweatpantsError } from '../../tools/errors.ts'

/** Who is calling. */
export interface Caller {
  /** Stable for one person or client: tasks, sessions and states belong to it. */
  principal: string
  scopes: readonly string[]
}

/** Decides who is calling. The server is an OAuth resource server: it checks tokens and never issues them. */
export interface Auth {
  /** Comes to the caller, to an `AuthError` that says why not, or to an `AuthUnavailableError` when that cannot be told now. */
  authenticate(authorization: string | null): Promise<Caller>
  /** What `/.well-known/oauth-protected-resource` answers (RFC 9728). */
  readonly metadata: {
    resource: string
    authorization_servers: readonly string[]
    scopes_supported?: readonly string[]
  }
  /** The scopes that a tool needs beyond being called by somebody. */
  scopesFor?(tool: string): readonly string[]
}

/** The caller is not let in. The message is told to the client: it never holds the token or anything from inside it. */
export class AuthError extends SweatpantsError {
  override name = 'AuthError'
  readonly status: 401 | 403
  /** Undefined when no token came at all: the challenge then has no error code (RFC 6750, 3.1). */
  readonly error: 'invalid_token' | 'insufficient_scope' | 'invalid_request' | undefined
  /** The scopes that would do, separated by spaces. */
  readonly scope: string | undefined

  constructor(error: AuthError['error'], message: string, scopes: readonly string[] = []) {
    super(message)
    this.status = error === 'insufficient_scope' ? 403 : 401
    this.error = error
    this.scope = scopes.length === 0 ? undefined : scopes.join(' ')
  }

  /** The value of `WWW-Authenticate`: what went wrong, and where the client learns whom to ask for a token (RFC 9728). */
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
 * Whether the caller may come in cannot be told now: the issuer's keys or its introspection cannot be reached. The token may
 * be good, so this is a 503 to be tried again, and never `invalid_token`, which would make clients throw the token away.
 */
export class AuthUnavailableError extends SweatpantsError {
  override name = 'AuthUnavailableError'
  readonly status = 503
}

/** A quoted-string of RFC 9110; what a header cannot hold becomes a question mark. */
const quote = (text: string): string => `"${text.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')}"`

/** Throws the `AuthError` that says which scopes it takes, unless all of them are held. */
export function requireScopes(held: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((scope) => !held.includes(scope))
  if (missing.length === 0) return
  throw new AuthError('insufficient_scope', `the token lacks ${missing.join(', ')}; ask for one that has it`, needed)
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Where the metadata of a resource is found: the well-known path goes between its host and its own path (RFC 9728, 3.1). */
export function resourceMetadataUrl(resource: string): string {
  const { origin, pathname, search } = toResource(resource)
  return `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}${search}`
}

/** The URL that tokens are made for: absolute, without a fragment (RFC 8707). */
export function toResource(resource: string): URL {
  const url = URL.parse(resource)
  if (url !== null && /^https?:$/.test(url.protocol) && !resource.includes('#')) return url
  throw new SweatpantsError(`expected the resource as an http(s) URL without a fragment, got "${resource}"`)
}

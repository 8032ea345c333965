import { type Auth, AuthError, type Caller, type Guarded } from '../../http/auth.ts'
import { SweatpantsError } from '../../tools/errors.ts'

/** An auth by tokens of an OAuth issuer: `createTokenAuth` and `createJwtAuth` return it. */
export interface TokenAuth extends Auth {
  /** Resolves to the caller. Rejects with an `AuthError`, or with an `AuthUnavailableError` if the token cannot be checked now. */
  authenticate(request: Request): Promise<Caller>
  readonly metadata: NonNullable<Auth['metadata']>
}

/** A caller that was let in for one request, with the scopes of the token of that request. */
export interface Admitted extends Caller {
  /** Throws an `AuthError` if the token lacks a scope. */
  requireScopes(guarded: Guarded): void
}

export const admit = (auth: Pick<Auth, 'scopesFor'>, caller: Caller): Admitted => ({
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

/** Where the metadata of a protected resource is (RFC 9728). */
export const WELL_KNOWN = '/.well-known/oauth-protected-resource'

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

import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Auth, AuthError, AuthUnavailableError, type Caller, requireScopes, toResource } from '../core/auth.ts'
import { readBearer } from './bearer.ts'

export interface TokenAuthOptions {
  /** The URL that clients call. */
  resource: string
  /** Issuers that give out tokens for it. */
  authorizationServers: readonly string[]
  /**
   * Who holds a token; undefined when nobody does. It must see to the token's expiry and audience itself. What it throws, other
   * than an `AuthError`, means that it could not find out.
   */
  verify(token: string): MaybePromise<Caller | undefined>
  /** Scopes that every request takes. */
  requiredScopes?: readonly string[]
  /** Scopes that a tool takes beyond those. */
  scopesFor?(tool: string): readonly string[]
  /** What clients are told they can ask for. Default: the required scopes. */
  scopesSupported?: readonly string[]
}

/** Auth by tokens that something else can check: introspection, a database, `matchTokens`. */
export function createTokenAuth(options: TokenAuthOptions): Auth {
  const { resource, authorizationServers, requiredScopes = [] } = options
  const { scopesSupported = requiredScopes } = options
  toResource(resource)
  return {
    async authenticate(authorization) {
      const caller = await check(options, readBearer(authorization, requiredScopes))
      if (caller === undefined) throw new AuthError('invalid_token', 'the token is not good here', requiredScopes)
      requireScopes(caller.scopes, requiredScopes)
      return caller
    },
    metadata: {
      resource,
      authorization_servers: authorizationServers,
      ...(scopesSupported.length > 0 && { scopes_supported: scopesSupported }),
    },
    ...(options.scopesFor && { scopesFor: options.scopesFor.bind(options) }),
  }
}

async function check(options: TokenAuthOptions, token: string): Promise<Caller | undefined> {
  try {
    return await options.verify(token)
  } catch (cause) {
    if (cause instanceof AuthError || cause instanceof AuthUnavailableError) throw cause
    throw new AuthUnavailableError('the token could not be checked now; try again later', { cause })
  }
}

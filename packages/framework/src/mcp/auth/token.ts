import { type Auth, AuthError, AuthUnavailableError, type Caller } from '../../http/auth.ts'
import { nodeCrypto } from '../../keys/node-crypto.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { requireScopes, type TokenAuth, toResource } from '../core/auth.ts'

export interface TokenAuthOptions {
  /** The URL that clients call. */
  resource: string
  /** The issuers of its tokens. */
  authorizationServers: readonly string[]
  /**
   * Returns the caller of a token, or `undefined` for an unknown one. It checks the token's expiry and audience itself. An
   * error other than an `AuthError` means that the token could not be checked.
   */
  verify(token: string): MaybePromise<Caller | undefined>
  /** Scopes that every request needs. */
  requiredScopes?: readonly string[]
  /** Returns the scopes that a tool, prompt or resource needs beyond those. */
  scopesFor?: Auth['scopesFor']
  /** The scopes that clients may request. Default: the required scopes. */
  scopesSupported?: readonly string[]
}

/** Creates an auth by tokens that the application checks: by introspection, a database or `matchTokens`. */
export function createTokenAuth(options: TokenAuthOptions): TokenAuth {
  const { resource, authorizationServers, requiredScopes = [] } = options
  const { scopesSupported = requiredScopes } = options
  toResource(resource)
  return {
    async authenticate({ headers }) {
      const caller = await check(options, readBearer(headers.get('authorization'), requiredScopes))
      if (caller === undefined) throw new AuthError('invalid_token', 'the token is not valid here', requiredScopes)
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

/** Returns the token in an `Authorization` header (RFC 6750, 2.1). A refusal names the scopes that a token needs. */
function readBearer(authorization: string | null, scopes: readonly string[]): string {
  if (authorization === null || !/^bearer(\s|$)/i.test(authorization)) {
    throw new AuthError(undefined, 'expected an Authorization header with a bearer token', scopes)
  }
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1]
  if (token === undefined) {
    throw new AuthError('invalid_request', 'expected "Authorization: Bearer <token>" with one token', scopes)
  }
  return token
}

/** Returns a `verify` for known tokens. Its duration tells nothing about them. */
export function matchTokens(callers: Readonly<Record<string, Caller>>): (token: string) => Caller | undefined {
  const known = Object.entries(callers).map(([token, caller]) => ({ hash: hash(token), caller }))
  const { timingSafeEqual } = nodeCrypto()
  return (token) => {
    const given = hash(token)
    let found: Caller | undefined
    for (const { hash, caller } of known) {
      if (timingSafeEqual(hash, given)) found = caller
    }
    return found
  }
}

/** Hashes have one length, which `timingSafeEqual` needs. */
const hash = (token: string): Buffer => nodeCrypto().createHash('sha256').update(token).digest()

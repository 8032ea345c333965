import type { JWTPayload } from 'jose'
import { AuthError, type Caller } from '../../http/auth.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import { type TokenAuth, toResource } from '../core/auth.ts'
import { type JwtKey, pinAlgorithms } from './jwt-key.ts'
import type { JwtVerifier } from './jwt-verifier.ts'
import { createTokenAuth, type TokenAuthOptions } from './token.ts'

export interface JwtAuthOptions extends Pick<TokenAuthOptions, 'requiredScopes' | 'scopesFor' | 'scopesSupported'> {
  /** The issuer of the tokens, exactly as in their `iss`. */
  issuer: string
  /** The URL that clients call; a token must have been issued for it (RFC 8707). */
  audience: string
  jwks: JwtKey
  /** Seconds by which the issuer's clock may differ. Default 0. */
  clockTolerance?: number
  /** Narrows the algorithms that the kind of key allows. */
  algorithms?: readonly string[]
}

/** Creates an auth by signed tokens of one issuer. A token must expire, be an access token for this server, and name its subject. */
export function createJwtAuth(options: JwtAuthOptions): TokenAuth {
  const { issuer, audience, jwks, clockTolerance = 0, algorithms } = options
  if (issuer === '' || issuer.includes('#')) {
    throw new SweatpantsError(`expected the issuer as a URL without a fragment, got "${issuer}"`)
  }
  const checks = {
    issuer,
    audience: spellings(audience),
    algorithms: pinAlgorithms(jwks, algorithms),
    requiredClaims: ['exp'],
    clockTolerance,
  }
  let verifier: Promise<JwtVerifier> | undefined
  // Loaded with the first token, so that servers start faster.
  const load = async (): Promise<JwtVerifier> => (await import('./jwt-verifier.ts')).createJwtVerifier(jwks, checks)
  return createTokenAuth({
    ...options,
    resource: audience,
    authorizationServers: [issuer],
    async verify(token) {
      verifier ??= load()
      return toCaller(await (await verifier)(token), issuer)
    },
  })
}

/** Returns the spellings of a resource: an origin alone is written with and without its slash. */
function spellings(audience: string): string[] {
  const { href, origin, pathname, search } = toResource(audience)
  return [...new Set([audience, href, ...(pathname === '/' && search === '' ? [origin] : [])])]
}

/** Returns the caller. Subjects are unique within their issuer, and differ from clients. */
function toCaller(claims: JWTPayload, issuer: string): Caller {
  const { sub, client_id: client } = claims
  if (isName(sub)) return { principal: `${issuer}#sub:${sub}`, scopes: scopesOf(claims) }
  if (isName(client)) return { principal: `${issuer}#client:${client}`, scopes: scopesOf(claims) }
  throw new AuthError('invalid_token', 'the token has neither sub nor client_id, so its caller is unknown')
}

const isName = (claim: unknown): claim is string => typeof claim === 'string' && claim !== ''

/** Returns the scopes: `scope` is a string of words (RFC 9068); some issuers use `scp`, and lists. */
const scopesOf = ({ scope, scp }: JWTPayload): string[] =>
  [scope, scp]
    .flat()
    .flatMap((words) => (typeof words === 'string' ? words.split(' ') : []))
    .filter((word) => word !== '')

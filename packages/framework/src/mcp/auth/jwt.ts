import type { JWTPayload } from 'jose'
import { SweatpantsError } from '../../tools/errors.ts'
import { type Auth, AuthError, type Caller, toResource } from '../core/auth.ts'
import { type JwtKey, pinAlgorithms } from './jwt-key.ts'
import type { JwtVerifier } from './jwt-verifier.ts'
import { createTokenAuth, type TokenAuthOptions } from './token.ts'

export interface JwtAuthOptions extends Pick<TokenAuthOptions, 'requiredScopes' | 'scopesFor' | 'scopesSupported'> {
  /** Who issues the tokens, exactly as their `iss` has it. */
  issuer: string
  /** The URL that clients call; a token must have been made for it (RFC 8707). */
  audience: string
  jwks: JwtKey
  /** How many seconds the issuer's clock may be off. Default 0. */
  clockTolerance?: number
  /** Narrows what the kind of key allows. */
  algorithms?: readonly string[]
}

/** Auth by signed tokens of one issuer. They must expire, be for this server, and say whose they are. */
export function createJwtAuth(options: JwtAuthOptions): Auth {
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
  // Loaded by the first token: a server that starts does not wait for jose.
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

/** An origin alone is written with and without its slash; both name the same resource. */
function spellings(audience: string): string[] {
  const { href, origin, pathname, search } = toResource(audience)
  return [...new Set([audience, href, ...(pathname === '/' && search === '' ? [origin] : [])])]
}

/** Subjects are unique to their issuer, and apart from clients: neither can be taken for another. */
function toCaller(claims: JWTPayload, issuer: string): Caller {
  const { sub, client_id: client } = claims
  if (isName(sub)) return { principal: `${issuer}#sub:${sub}`, scopes: scopesOf(claims) }
  if (isName(client)) return { principal: `${issuer}#client:${client}`, scopes: scopesOf(claims) }
  throw new AuthError('invalid_token', 'the token does not say whose it is: it has neither sub nor client_id')
}

const isName = (claim: unknown): claim is string => typeof claim === 'string' && claim !== ''

/** `scope` is a string of words (RFC 9068); some issuers have `scp`, and lists. */
const scopesOf = ({ scope, scp }: JWTPayload): string[] =>
  [scope, scp]
    .flat()
    .flatMap((words) => (typeof words === 'string' ? words.split(' ') : []))
    .filter((word) => word !== '')

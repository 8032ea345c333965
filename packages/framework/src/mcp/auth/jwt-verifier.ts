import { KeyObject } from 'node:crypto'
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose'
import { JWKSMultipleMatchingKeys, JWKSNoMatchingKey, JWTClaimValidationFailed, JWTExpired } from 'jose/errors'
import { createLocalJWKSet } from 'jose/jwks/local'
import { createRemoteJWKSet } from 'jose/jwks/remote'
import { jwtVerify } from 'jose/jwt/verify'
import { AuthError, AuthUnavailableError } from '../../http/auth.ts'
import type { JwtKey } from './jwt-key.ts'

/** Resolves to the claims of a valid token. Rejects with an `AuthError`, or with an `AuthUnavailableError` without the issuer's keys. */
export type JwtVerifier = (token: string) => Promise<JWTPayload>

/**
 * The types of an access token: that of RFC 9068, and the one that says no more than JWT. A token without a type is of the
 * second kind. ID tokens mostly are too, and have another audience; logout tokens, proofs and events have types of their own.
 */
const TYPES = new Set(['at+jwt', 'jwt'])

const isAccessToken = (type: string | undefined): boolean =>
  type === undefined || TYPES.has(type.toLowerCase().replace(/^application\//, ''))

export function createJwtVerifier(key: JwtKey, options: JWTVerifyOptions): JwtVerifier {
  const source = key instanceof Uint8Array || key instanceof KeyObject ? key : createKeySource(key)
  return async (token) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, source, options)
      if (!isAccessToken(protectedHeader.typ)) throw new AuthError('invalid_token', 'the token is not an access token')
      return payload
    } catch (error) {
      if (error instanceof AuthUnavailableError || error instanceof AuthError) throw error
      throw new AuthError('invalid_token', refusalOf(error))
    }
  }
}

/**
 * Fetches keys with the first token, caches them for ten minutes, and fetches them again when a token names another key, at
 * most every 30 seconds: rotation is noticed, and invented key ids cost the issuer nothing.
 */
function createKeySource(key: Exclude<JwtKey, KeyObject | Uint8Array>): JWTVerifyGetKey {
  const keys = key instanceof URL ? createRemoteJWKSet(key) : createLocalJWKSet(key)
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (cause instanceof JWKSNoMatchingKey || cause instanceof JWKSMultipleMatchingKeys) throw cause
      throw new AuthUnavailableError("the token issuer's keys cannot be read now; try again later", { cause })
    }
  }
}

const CLAIMS: Record<string, string> = {
  iss: 'the token is from another issuer',
  aud: 'the token is for another resource; ask for one for this URL',
  exp: 'the token has no expiry',
  nbf: 'the token is not valid yet',
}

/** Returns the message of a refusal. It does not repeat jose's, which hold the claims. */
function refusalOf(error: unknown): string {
  if (error instanceof JWTExpired) return 'the token has expired'
  if (error instanceof JWTClaimValidationFailed) return CLAIMS[error.claim] ?? 'a claim of the token is malformed'
  if (error instanceof JWKSNoMatchingKey) return 'the token is signed with a key that its issuer does not publish'
  if (error instanceof JWKSMultipleMatchingKeys) return 'the token does not say with which key (kid) it is signed'
  return 'the token is not a JWT with a valid signature'
}

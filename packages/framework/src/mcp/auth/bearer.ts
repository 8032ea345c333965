import { AuthError } from '../core/auth.ts'

/** The token in an `Authorization` header (RFC 6750, 2.1). The scopes are told to those who come without one. */
export function readBearer(authorization: string | null, scopes: readonly string[] = []): string {
  if (authorization === null || !/^bearer(\s|$)/i.test(authorization)) {
    throw new AuthError(undefined, 'expected an Authorization header with a bearer token', scopes)
  }
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1]
  if (token === undefined) {
    throw new AuthError('invalid_request', 'expected "Authorization: Bearer <token>" with one token', scopes)
  }
  return token
}

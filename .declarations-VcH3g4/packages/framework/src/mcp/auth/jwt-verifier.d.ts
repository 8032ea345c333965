import type { JWTPayload, JWTVerifyOptions } from 'jose';
import type { JwtKey } from './jwt-key.ts';
/** Resolves to the claims of a valid token. Rejects with an `AuthError`, or with an `AuthUnavailableError` without the issuer's keys. */
export type JwtVerifier = (token: string) => Promise<JWTPayload>;
export declare function createJwtVerifier(key: JwtKey, options: JWTVerifyOptions): JwtVerifier;

import { type TokenAuth } from '../core/auth.ts';
import { type JwtKey } from './jwt-key.ts';
import { type TokenAuthOptions } from './token.ts';
export interface JwtAuthOptions extends Pick<TokenAuthOptions, 'requiredScopes' | 'scopesFor' | 'scopesSupported'> {
    /** The issuer of the tokens, exactly as in their `iss`. */
    issuer: string;
    /** The URL that clients call; a token must have been issued for it (RFC 8707). */
    audience: string;
    jwks: JwtKey;
    /** Seconds by which the issuer's clock may differ. Default 0. */
    clockTolerance?: number;
    /** Narrows the algorithms that the kind of key allows. */
    algorithms?: readonly string[];
}
/** Creates an auth by signed tokens of one issuer. A token must expire, be an access token for this server, and name its subject. */
export declare function createJwtAuth(options: JwtAuthOptions): TokenAuth;

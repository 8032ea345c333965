import { type Auth, type Caller } from '../../http/auth.ts';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import { type TokenAuth } from '../core/auth.ts';
export interface TokenAuthOptions {
    /** The URL that clients call. */
    resource: string;
    /** The issuers of its tokens. */
    authorizationServers: readonly string[];
    /**
     * Returns the caller of a token, or `undefined` for an unknown one. It checks the token's expiry and audience itself. An
     * error other than an `AuthError` means that the token could not be checked.
     */
    verify(token: string): MaybePromise<Caller | undefined>;
    /** Scopes that every request needs. */
    requiredScopes?: readonly string[];
    /** Returns the scopes that a tool, prompt or resource needs beyond those. */
    scopesFor?: Auth['scopesFor'];
    /** The scopes that clients may request. Default: the required scopes. */
    scopesSupported?: readonly string[];
}
/** Creates an auth by tokens that the application checks: by introspection, a database or `matchTokens`. */
export declare function createTokenAuth(options: TokenAuthOptions): TokenAuth;
/** Returns a `verify` for known tokens. Its duration tells nothing about them. */
export declare function matchTokens(callers: Readonly<Record<string, Caller>>): (token: string) => Caller | undefined;

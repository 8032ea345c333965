import { type Auth, type Caller, type Guarded } from '../../http/auth.ts';
/** An auth by tokens of an OAuth issuer: `createTokenAuth` and `createJwtAuth` return it. */
export interface TokenAuth extends Auth {
    /** Resolves to the caller. Rejects with an `AuthError`, or with an `AuthUnavailableError` if the token cannot be checked now. */
    authenticate(request: Request): Promise<Caller>;
    readonly metadata: NonNullable<Auth['metadata']>;
}
/** A caller that was let in for one request, with the scopes of the token of that request. */
export interface Admitted extends Caller {
    /** Throws an `AuthError` if the token lacks a scope. */
    requireScopes(guarded: Guarded): void;
}
export declare const admit: (auth: Pick<Auth, 'scopesFor'>, caller: Caller) => Admitted;
/** Throws an `AuthError` that names the needed scopes, unless all of them are held. */
export declare function requireScopes(held: readonly string[], needed: readonly string[]): void;
/** Returns the URL of a resource's metadata: the well-known path goes between the host and the path (RFC 9728, 3.1). */
export declare function resourceMetadataUrl(resource: string): string;
/** Returns the URL that tokens are issued for: absolute, without a fragment (RFC 8707). */
export declare function toResource(resource: string): URL;

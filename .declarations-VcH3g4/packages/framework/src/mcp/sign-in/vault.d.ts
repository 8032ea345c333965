import { type Store } from '../../log/log.ts';
import type { AuthorizationServer, ClientInformation, Tokens } from './oauth.ts';
/** A sign-in that a person has begun and not ended. */
export interface Attempt {
    state: string;
    verifier: string;
    redirectUrl: string;
    server: AuthorizationServer;
    client: ClientInformation;
    scope?: string;
    expiresAt: number;
}
/** All that is kept of a sign-in. */
export interface SignInRecord {
    /** The registration of this program at an authorization server. */
    client?: ClientInformation & {
        redirectUrl?: string;
    };
    server?: AuthorizationServer;
    tokens?: Tokens;
    /** What the MCP server asked for when it refused a request. */
    needed?: {
        scope?: string;
        resourceMetadataUrl?: string;
    };
    attempt?: Attempt;
    /** The process that fetches tokens, and when it has given up at the latest. */
    fetching?: {
        by: string;
        until: number;
    };
    /** The private key of DPoP, as a JWK. */
    key?: Record<string, unknown>;
}
/**
 * Keeps the record of a sign-in in the store, encrypted also where the store is not. The record is the register of a stream,
 * so a new one replaces the old one; each change appends an event, so of two changes at once one is repeated.
 */
export declare class Vault {
    #private;
    constructor(store: Store, keys: readonly string[], principal: string | undefined, url: string);
    /** Returns the record; an empty one if there is none, or none that these keys can decrypt. */
    read(): Promise<SignInRecord>;
    /** Replaces the record by what `change` returns, and resolves to it. `change` is called again if the record has changed. */
    update(change: (record: SignInRecord) => SignInRecord): Promise<SignInRecord>;
    clear(): Promise<void>;
    /** Resolves when the record may have changed, or after some milliseconds. */
    changed(patience: number): Promise<void>;
}

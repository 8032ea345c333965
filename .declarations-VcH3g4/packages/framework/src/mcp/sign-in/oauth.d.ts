import { type DpopSession, type OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { Grant, SignInOptions } from './create-sign-in.ts';
import type { Attempt, SignInRecord } from './vault.ts';
/** Tokens of an authorization server. */
export interface Tokens {
    access: string;
    refresh?: string;
    /** Whether the access token is bound to the key of the record. */
    isBound: boolean;
    /** The scopes that were granted. */
    scope?: string;
    /** When the access token expires; absent if the authorization server does not say. */
    expiresAt?: number;
    /** The name of the person, where the authorization server tells it. */
    as?: string;
}
/** The authorization server of an MCP server, and the MCP server as it names itself. */
export interface AuthorizationServer {
    url: string;
    issuer: string;
    metadata?: KeptMetadata;
    resource?: string;
}
/** The fields of `KEPT`, of which we read these. */
interface KeptMetadata {
    issuer: string;
    revocation_endpoint?: string;
    authorization_response_iss_parameter_supported?: boolean;
}
/** A registration, with the authorization server that it belongs to. */
export type ClientInformation = OAuthClientInformationMixed & {
    issuer?: string | undefined;
};
/** What a request to an authorization server needs beside the record. */
export interface Requesting {
    options: SignInOptions;
    dpop: DpopSession | undefined;
}
/** Begins a sign-in: finds the authorization server, registers there if necessary, and returns the address to open. */
export declare function beginSignIn({ options }: Requesting, record: SignInRecord, redirectUrl: string): Promise<{
    url: URL;
    attempt: Attempt;
    client: SignInRecord['client'];
}>;
/** Exchanges the code of a redirect for tokens, at the authorization server that the person was sent to. */
export declare function exchangeCode({ options, dpop }: Requesting, { server, client, verifier, redirectUrl, scope }: Attempt, code: string, iss: string | undefined): Promise<Tokens>;
export declare function refreshTokens({ options, dpop }: Requesting, server: AuthorizationServer, client: ClientInformation, { refresh, scope, as }: Tokens & {
    refresh: string;
}): Promise<Tokens>;
/** Fetches tokens without a person. */
export declare function fetchTokens({ options, dpop }: Requesting, record: SignInRecord, grant: Exclude<Grant, {
    type: 'authorization_code';
}>): Promise<{
    server: AuthorizationServer;
    tokens: Tokens;
}>;
/** Asks the authorization server to forget the tokens (RFC 7009). */
export declare function revokeTokens({ options }: Requesting, { metadata }: AuthorizationServer, client: ClientInformation, { refresh, access }: Tokens): Promise<void>;
export {};

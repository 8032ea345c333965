import type { Guarded } from '../../http/auth.ts';
/** The open connection to a client for one request. */
export interface Channel {
    /** When the request arrived, by the server's clock. */
    readonly receivedAt: number;
    /** Aborts when the request is cancelled, by its revision's rules (R10). */
    readonly signal: AbortSignal;
    readonly principal: string | undefined;
    /** The name under which the caller is counted: its principal or its address. */
    readonly caller?: string | undefined;
    /** Throws an `AuthError` if the token of this request lacks a scope. Does nothing when the server has no auth. */
    requireScopes(guarded: Guarded): void;
    /** Sends a notification that belongs to the request, before its result. */
    notify(method: string, params: Record<string, unknown>): void;
}

import { HttpTransport } from './http-transport.ts';
import { type Sdk, type SessionParts } from './session.ts';
import type { SessionLimits } from './session-limits.ts';
/** A session over HTTP and its principal. */
export interface HttpSession {
    readonly transport: HttpTransport;
    readonly principal: string | undefined;
    /** Restarts the idle timer. */
    touch(): void;
    end(reason?: string): Promise<void>;
}
/** The open sessions over HTTP. Their number is limited, and each ends when it is idle for too long. */
export declare class Sessions {
    #private;
    constructor(parts: SessionParts, limits: SessionLimits);
    /** Returns the session if it belongs to the principal. */
    find(id: string, principal: string | undefined): HttpSession | undefined;
    /** Throws a `LimitError`. */
    create(sdk: Sdk, principal: string | undefined, address: string | undefined): Promise<HttpSession>;
    dropReplies(): void;
    close(): Promise<void>;
}

import { HttpTransport, type PostOptions } from './http-transport.ts';
import type { Message } from './message.ts';
import { type Sdk, type SessionParts } from './session.ts';
import type { SessionLimits } from './session-limits.ts';
import type { StoredSessions } from './stored-sessions.ts';
/** A session over HTTP and its principal. */
export interface HttpSession {
    readonly transport: HttpTransport;
    readonly principal: string | undefined;
    /** Restarts the idle timer. */
    touch(): void;
    end(reason?: string): Promise<void>;
    /** Ends it in this process; another one goes on with it, if it is stored. */
    leave(reason: string): Promise<void>;
}
/** Who opens a session, and from where. */
export interface SessionOpener {
    sdk: Sdk;
    principal: string | undefined;
    address: string | undefined;
}
/** The open sessions over HTTP. Their number is limited, and each ends when it is idle for too long. */
export declare class Sessions {
    #private;
    constructor(parts: SessionParts, limits: SessionLimits, stored?: StoredSessions);
    /** Whether this process serves the session, for any principal. */
    has(id: string): boolean;
    /** Returns the session if it belongs to the principal. One that an earlier process served is taken over. */
    find(id: string, opener: SessionOpener, guardedBy: PostOptions['guardedBy']): Promise<HttpSession | undefined>;
    /** Throws a `LimitError`. */
    create(opener: SessionOpener, initialize: Message): Promise<HttpSession>;
    dropReplies(): void;
    close(): Promise<void>;
}

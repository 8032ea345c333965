import { type Session } from '../session/session.ts';
import type { SessionManager } from '../session/session-manager.ts';
export interface WriteUpsOptions {
    sessions: SessionManager;
    /** Aborts when the server shuts down. */
    closing: AbortSignal;
    wake: (sessionId: string) => Promise<void>;
}
/** The callers in this process that wait for a write-up, which any process may have requested. */
export declare class WriteUps {
    #private;
    constructor(options: WriteUpsOptions);
    /** Requests a write-up and resolves once it is written. One that is requested already is not requested again. */
    request(sessionId: string, signal: AbortSignal): Promise<Session>;
}
export declare const isCurrent: ({ synthesis, currentRound }: Session) => boolean;

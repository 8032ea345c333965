import type { SessionManager } from '../session/session-manager.ts';
import type { Begun, Heard } from './roundtable.ts';
export interface ListenersOptions {
    sessions: SessionManager;
    /** Aborts when the server shuts down. */
    closing: AbortSignal;
}
/** Tells callers of this process what happens in rounds, wherever those are played. A round does not depend on its listeners. */
export declare class Listeners {
    #private;
    constructor(options: ListenersOptions);
    /** Resolves to the next news of the round. While the server shuts down it resolves without any. */
    hear({ sessionId, round, after }: Begun, signal: AbortSignal): Promise<Heard>;
}

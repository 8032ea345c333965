import type { SessionManager } from '../session/session-manager.ts';
import type { Begun, Heard } from './roundtable.ts';
export interface ListenersOptions {
    sessions: SessionManager;
    /** Aborts when the server shuts down. */
    closing: AbortSignal;
    interrupt: (sessionId: string, by: 'caller' | 'shutdown') => Promise<void>;
}
/** The callers in this process that listen to rounds, wherever those are played. */
export declare class Listeners {
    #private;
    constructor(options: ListenersOptions);
    /** Resolves to the next news of the round. While the server shuts down it resolves without any. */
    hear({ sessionId, round, after }: Begun, signal: AbortSignal): Promise<Heard>;
    /** Interrupts the round unless another caller in this process listens to it. */
    leave(sessionId: string, by: 'caller' | 'shutdown'): Promise<void>;
}

import type { SessionManager } from '../session/session-manager.ts';
import type { IgnoredResult } from './roundtable.ts';
export interface RoundCallsOptions {
    sessions: SessionManager;
    leaseTtl: number;
    /** Aborts when the server shuts down. */
    closing: AbortSignal;
}
export interface RoundCall {
    focusQuestion: string | undefined;
    commandId: string | undefined;
    /** Context results that came with the call and were not taken. */
    ignored: readonly IgnoredResult[];
}
/** The rounds that callers of this process have begun or continued. */
export declare class RoundCalls {
    #private;
    constructor(options: RoundCallsOptions);
    has(sessionId: string): boolean;
    note(sessionId: string, round: number): void;
    /**
     * Begins the next round or continues the open one, and resolves to the place of that event. While a process may have
     * died that played the round for another caller, the call waits: only the lapse of the lease can tell.
     */
    call(sessionId: string, call: RoundCall): Promise<number>;
}

import type { SessionManager } from '../session/session-manager.ts';
import { type GivenQuestion } from './input.ts';
import type { IgnoredResult } from './roundtable.ts';
export interface RoundCall {
    focusQuestion: string | undefined;
    /** A correction of the kind of question. */
    question: GivenQuestion | undefined;
    commandId: string | undefined;
    /** Context results that came with the call and were not taken. */
    ignored: readonly IgnoredResult[];
}
/** The debates that callers of this process have begun or continued. */
export declare class RoundCalls {
    #private;
    constructor(sessions: SessionManager);
    has(sessionId: string): boolean;
    note(sessionId: string): void;
    /** Begins the next round, continues one that was interrupted, or joins the one that is played. Resolves to the place in the log. */
    call(sessionId: string, { commandId, ...call }: RoundCall): Promise<number>;
}

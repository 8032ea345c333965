import type { ElicitAnswer } from '@sweatpants/framework';
import type { RunCancel } from '@sweatpants/framework/log';
import type { DebateState } from './debate-state.ts';
import type { Happening } from './event.ts';
/** The answer that a person gave in the inbox, as the inbox appends it. */
export interface ContextReply {
    type: 'context_reply';
    requestId: string;
    result: ElicitAnswer;
    answeredBy: string;
    timestamp: number;
}
type OutsideEvent = ContextReply | RunCancel;
export declare const roundId: (sessionId: string, round: number) => string;
export declare const synthesisId: (sessionId: string, at: number) => string;
/** Whether the inbox or the control room appended it, which know nothing of debates. */
export declare const isOutside: (event: unknown) => event is OutsideEvent;
/** Returns the event that the reducer knows for one from outside; `undefined` if it changes nothing. */
export declare function fromOutside(event: OutsideEvent, state: DebateState): (Happening & {
    timestamp: string;
}) | undefined;
export {};

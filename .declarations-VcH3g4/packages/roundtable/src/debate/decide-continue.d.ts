import type { ContextRequest, ContextResult } from '../session/context-request.ts';
import type { Happening } from '../session/event.ts';
import { type Session } from '../session/session.ts';
import type { ContinueInput } from './input.ts';
import type { IgnoredResult } from './roundtable.ts';
/** Sorts results into those that answer a pending request and those that are only reported to the caller. */
export declare function sortResults(session: Session, results: NonNullable<ContinueInput['contextResults']>): {
    taken: ContextResult[];
    ignored: IgnoredResult[];
};
/** Throws while a required request has no answer. */
export declare function refusePending(pending: readonly ContextRequest[], ignored: readonly IgnoredResult[]): void;
/** Throws when the debate is paused or over. A debate that is over has one more round if something new is asked. */
export declare function refuseStatus({ status, endReason }: Session, isNew: boolean): void;
/** Throws when a round has ended in which no seat could be heard. */
export declare function refuseUnheard(session: Session, number: number): void;
export declare function startNextRound(session: Session, focusQuestion: string | undefined): Happening<'round_start'>;

import type { SessionSummary } from './session-manager.ts';
/** Returns a decision to ask about, “Did this turn out right?”: another one each day, so that none is asked about all the time. */
export declare function findReview<T extends SessionSummary>(sessions: readonly T[], now: number): T | undefined;

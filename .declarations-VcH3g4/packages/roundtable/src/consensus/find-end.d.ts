import type { ConsensusResult } from '../session/consensus.ts';
import { type EndReason, type Session } from '../session/session.ts';
import type { Thresholds } from './thresholds.ts';
/**
 * Returns why a debate ends after a round, or `undefined`. It ends early only if the caller allows it, and never while a
 * required context request is unanswered; it always ends with its budget and with its last round.
 */
export declare function findEnd(session: Session, consensus: ConsensusResult, thresholds: Thresholds): EndReason | undefined;
/** A round in which no seat was heard does not count. */
export declare const isHeard: ({ responses }: Session, number: number) => boolean;

import type { RankedSeat } from '../session/consensus.ts';
import { type Session } from '../session/session.ts';
/**
 * Counts the rankings of a round by Borda: of m answers that a seat could rank, the first gets m − 1 points, the last none, and
 * answers that it left out share the points that are left. The score is the mean share of the possible points; no seat ranks its
 * own answer. Equal scores share a place. Returns `undefined` if no seat has ranked.
 */
export declare function countRankings(session: Session, round: number): RankedSeat[] | undefined;

import type { Flip } from '../session/consensus.ts';
import type { Session } from '../session/session.ts';
import { type Share, type VoteHistory } from './vote-history.ts';
/** Reasons why the agreement may be weaker than it looks. */
export declare function findWarnings(session: Session, round: number, history: VoteHistory, lead: Share, flips: readonly Flip[]): string[];

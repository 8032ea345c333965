import type { Decision } from '../session/consensus.ts';
import type { Session } from '../session/session.ts';
import { type VoteHistory } from './vote-history.ts';
/** The accuracy of models that the skill table does not list, by model id. */
export type Skills = Readonly<Record<string, number>>;
/** The decision that all votes together support. */
export interface Verdict {
    /** Absent if no seat was heard, or several answers are equally likely. */
    decision?: Decision;
    /** The probability that the answer with this `key` is right. */
    probabilityOf(key: string): number;
}
export declare function decide(session: Session, history: VoteHistory, skills: Skills): Verdict;

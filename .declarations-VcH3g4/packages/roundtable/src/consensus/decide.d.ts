import type { Decision, SeatWeight, Unrated } from '../session/consensus.ts';
import type { Session } from '../session/session.ts';
import { type TrackRecord } from './track-record.ts';
import { type VoteHistory } from './vote-history.ts';
/** The accuracy of models that the skill table does not list, by model id. */
export type Skills = Readonly<Record<string, number>>;
/** What is known of models before a debate. */
export interface Known {
    skills?: Skills;
    /** How the models have done in past debates. */
    record?: TrackRecord;
}
/** The decision that all votes together support. */
export interface Verdict {
    /** Absent if no seat was heard, or several answers are equally likely. */
    decision?: Decision;
    /** The probability that the answer with this `key` is right; `undefined` where none can be given. */
    probabilityOf(key: string): number | undefined;
    unrated?: Unrated;
    weights: SeatWeight[];
    effective: number;
    outcomes: number;
}
export declare function decide(session: Session, history: VoteHistory, { skills, record }: Known): Verdict;

import type { Flip, VoteShare } from '../session/consensus.ts';
import { type QuestionKind } from '../session/question.ts';
import type { Session } from '../session/session.ts';
import { type PooledEstimate } from './pool-estimates.ts';
import { type Said } from './said.ts';
/** A vote, comparable with others. */
export interface Vote {
    said: Said;
    /** Equal for votes for the same answer. */
    key: string;
    /** The answer as people say it. */
    text: string;
}
/** All votes up to a round. */
export interface VoteHistory {
    kind: QuestionKind;
    /** In the order of rounds and seats, ballots first; without those in `again`. */
    votes: Vote[];
    /** Votes of seats that had not heard each other: the ballots, or else the first round with a statement. */
    independent: Vote[];
    /** Votes of seats that were asked again in private, because the first answers differed. They are not changes of mind. */
    again: Vote[];
    /** The last vote of each seat. A seat that was not heard in the round keeps its earlier vote. */
    current: Vote[];
    /** The distribution of the estimates in `current`. */
    estimate?: PooledEstimate;
}
export declare function readVotes(session: Session, round: number): VoteHistory;
/** A number with about three digits. */
export declare const sayNumber: (value: number) => string;
/** Lists the changes of votes. A seat is compared with the last time that it was heard. */
export declare function findFlips(votes: readonly Vote[]): Flip[];
export interface Share extends VoteShare {
    key: string;
}
/** Counts the votes by answer, the largest share first; equal shares in the order of their first vote. */
export declare function tally(votes: readonly Vote[]): Share[];
/** The largest share, or `undefined` if it is tied. */
export declare function leadOf([first, second]: readonly Share[]): Share | undefined;
export declare const toVoteShare: ({ key: _, ...share }: Share) => VoteShare;

import type { Flip, VoteBasis, VoteShare } from '../session/consensus.ts';
import type { Session } from '../session/session.ts';
import { type Said } from './said.ts';
/** A vote, comparable with others. */
export interface Vote {
    said: Said;
    /** Equal for votes for the same answer. */
    key: string;
    /** The answer; for positions, in the words of the seat. */
    text: string;
}
/** All votes up to a round. */
export interface VoteHistory {
    basis: VoteBasis;
    /** In the order of rounds and seats, ballots first; without those in `again`. */
    votes: Vote[];
    /** Votes of seats that had not heard each other: the ballots, or else the first round with a statement. */
    independent: Vote[];
    /** Votes of seats that were asked again in private, because the first answers differed. They are not changes of mind. */
    again: Vote[];
    /** Votes of the round. */
    current: Vote[];
}
export declare function readVotes(session: Session, round: number): VoteHistory;
/**
 * Whether a topic is something to be for or against. If seats are asked which database to use, each supports its own
 * proposal, which is no agreement.
 */
export declare function isProposition(topic: string): boolean;
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

export type ConsensusLevel = 'high' | 'medium' | 'low' | 'insufficient';
/** What is counted: typed answers, sides, or positions with the same meaning. */
export type VoteBasis = 'answers' | 'stances' | 'positions';
export interface VoteShare {
    /** The answer, the side, or the position of its most confident seat. */
    answer: string;
    agentIds: string[];
    families: string[];
}
/** A seat that changed its answer. */
export interface Flip {
    agentId: string;
    /** The round in which it changed. */
    round: number;
    from: string;
    to: string;
    reason?: string;
}
export interface Dissent {
    agentId: string;
    answer: string;
    confidence?: number;
    reason: string;
}
/** The recommended answer, pooled from the independent answers. It may differ from the final majority. */
export interface Decision {
    answer: string;
    /** The probability that it is right. */
    probability: number;
}
/** The result of a round, computed from the answers. A failed seat counts as absent. */
export interface ConsensusResult {
    round: number;
    basis: VoteBasis;
    level: ConsensusLevel;
    /** The share of all seats, absent ones included, that support the leading answer; from 0 to 1. */
    agreementScore: number;
    /** The leading answer; absent without answers or with a tie. */
    leading?: string;
    /** The probability that the leading answer is right, based on the independent answers. */
    probability?: number;
    /** Absent without answers or with a tie. */
    decision?: Decision;
    /** The largest share first. */
    vote: VoteShare[];
    /** The answers of the seats before they heard each other. */
    independentVote: VoteShare[];
    /** The answers of the second private ballot, if there was one. */
    againVote?: VoteShare[];
    seats: {
        total: number;
        heard: number;
        absent: number;
    };
    /** Model families behind the leading answer. */
    families: string[];
    flips: Flip[];
    dissent: Dissent[];
    warnings: string[];
    recommendation: string;
}

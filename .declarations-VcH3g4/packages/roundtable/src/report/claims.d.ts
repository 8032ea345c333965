import type { Session } from '../session/session.ts';
/**
 * How a claim stands.
 *
 * - `contested`: a seat states the opposite.
 * - `agreed`: at least two seats state it, and none the opposite.
 * - `sourced`: one seat states it, with a source.
 * - `unsupported`: one seat states it, without a source.
 */
export type ClaimState = 'agreed' | 'contested' | 'sourced' | 'unsupported';
/** A claim in favour of an answer. Claims with similar words count as one. */
export interface Claim {
    text: string;
    state: ClaimState;
    /** Seats that state the claim. */
    supporters: string[];
    /** Seats that state the opposite, in their words. */
    disputers: {
        agentId: string;
        text: string;
    }[];
    /** Silent supporters of other answers: seats whose answer no supporter of the claim shares. */
    others: string[];
    sources: Source[];
}
export interface Claims {
    /** Claims of the most seats first. */
    claims: Claim[];
    /** Sources that are not cited for a particular claim. */
    sources: Source[];
}
export declare function readClaims(session: Session): Claims;
/** Whether two texts share most of their words, and one negates at least half of those. */
export declare function isDenial(one: string, other: string): boolean;
/** A cited source, with the seats that cite it. */
export interface Source {
    title: string;
    /** A web address only: nothing else may become a link. */
    url?: string;
    quotes: string[];
    agentIds: string[];
    /** Whether a search or a tool has returned it in this debate. Otherwise a model names it from memory. */
    isChecked: boolean;
}

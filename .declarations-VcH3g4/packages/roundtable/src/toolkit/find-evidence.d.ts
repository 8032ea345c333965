import type { Citation } from '../session/response.ts';
import type { Session } from '../session/session.ts';
/** A statement or citation of a seat that may concern a claim. */
export interface Mention {
    speaker: string;
    round: number;
    text: string;
    /** The position of the speaker. Words alone do not show whether it supports the claim. */
    answer?: string;
    stance?: string;
    citation?: Citation;
    overlap: number;
}
/** An answer of the caller to a context request. */
export interface ContextMatch {
    query: string;
    askedBy: string;
    result: string;
    overlap: number;
}
export interface Evidence {
    mentions: Mention[];
    context: ContextMatch[];
}
/**
 * Finds evidence for a claim in a session: statements of rounds before `round`, and answered context requests. The measure is
 * the share of the words of the claim, without stop words and endings, that a text contains; at least two words if the claim
 * has two. The current round is excluded, because its statements depend on the order of arrival.
 */
export declare function findEvidence(session: Session, round: number, claim: string, nameOf: (agentId: string) => string): Evidence;

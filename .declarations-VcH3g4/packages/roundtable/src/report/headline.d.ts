import type { ConsensusLevel, Dissent } from '../session/consensus.ts';
import { type Session } from '../session/session.ts';
export type HeadlineState = 'open' | 'unheard' | 'alone' | 'tied' | ConsensusLevel;
/** A summary for readers who read nothing else. */
export interface Headline {
    state: HeadlineState;
    /** In two or three words. */
    title: string;
    /** The vote, and how it was before the seats heard each other. */
    decision: string;
    /** How likely the answer is right, in words, and on how many known outcomes that was checked. */
    sureness?: {
        of: string;
        words: string;
        probability: number;
        checked: string;
    };
    /** Why there is no probability. */
    unrated?: string;
    /** Which seats and model families support it, and how much they count. */
    backing?: string;
    /** How often each seat is right, and how much it counts. */
    weights: {
        agentId: string;
        words: string;
    }[];
    dissent: Dissent[];
    /** What would change the decision, one sentence each. */
    changes: string[];
    /** Why the agreement may be weaker than it looks. */
    warnings: string[];
    /** The progress of the debate, or why it ended. */
    progress: string;
}
/** How the percentage is computed, for readers who ask. */
export declare const HOW_COMPUTED = "Each model\u2019s vote counts by how often it has been right: first by a public list, then by what you marked as right or wrong. The percentage is how often panels that voted like this were right in 12,000 recorded questions; it is not how sure the models say they are.";
export declare function readHeadline(session: Session): Headline;

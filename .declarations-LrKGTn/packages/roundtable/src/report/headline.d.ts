import type { ConsensusLevel, Dissent } from '../session/consensus.ts';
import { type Session } from '../session/session.ts';
export type HeadlineState = 'open' | 'unheard' | 'alone' | 'tied' | ConsensusLevel;
/** A summary for readers who read nothing else. */
export interface Headline {
    state: HeadlineState;
    /** In two or three words. */
    title: string;
    /** In a sentence. */
    decision: string;
    /** How likely the answer is right; `of` is the answer in the sentence, or the quoted one. */
    sureness?: {
        of: string;
        probability: number;
        percent: string;
        words: string;
    };
    /** Which seats and model families support it. */
    backing?: string;
    dissent: Dissent[];
    /** What would change the decision, one sentence each. */
    changes: string[];
    /** Why the agreement may be weaker than it looks. */
    warnings: string[];
    /** The progress of the debate, or why it ended. */
    progress: string;
}
export declare function readHeadline(session: Session): Headline;

import type { ConsensusResult } from '../session/consensus.ts';
import type { Contradiction } from '../session/synthesis.ts';
/**
 * Returns how a synthesis contradicts what was counted, or `undefined`. `follows` is the answer that its author claims to follow;
 * without it, the only possible answer that the text names counts.
 */
export declare function findContradiction({ answer, follows }: {
    answer: string;
    follows?: string;
}, { decision, leading, vote, independentVote, estimate }: ConsensusResult): Contradiction | undefined;

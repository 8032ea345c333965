import type { ConsensusResult } from '../session/consensus.ts';
/** A recommendation for the person who decides, in a sentence or two. */
export declare function recommend(result: Omit<ConsensusResult, 'recommendation'>): string;

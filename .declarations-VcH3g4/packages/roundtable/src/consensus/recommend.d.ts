import type { ConsensusResult } from '../session/consensus.ts';
type Result = Omit<ConsensusResult, 'recommendation'>;
/** A recommendation for the person who decides: the vote first, then what follows from it. */
export declare function recommend(result: Result): string;
export {};

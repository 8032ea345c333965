import type { ConsensusResult } from '../session/consensus.ts';
import type { NameOf } from '../session/name-seats.ts';
import type { Question } from '../session/question.ts';
type Result = Omit<ConsensusResult, 'recommendation'>;
/** A recommendation for the person who decides: the vote first, then what follows from it. */
export declare function recommend(result: Result, words: {
    question: Question | undefined;
    nameOf: NameOf;
}): string;
export {};

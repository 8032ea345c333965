import type { ConsensusResult } from '../session/consensus.ts';
import type { NameOf } from '../session/name-seats.ts';
import type { Question } from '../session/question.ts';
type Counted = Pick<ConsensusResult, 'round' | 'kind' | 'leading' | 'vote' | 'independentVote'>;
/** How many seats held an answer on their own, and how many hold it now. */
export interface VoteChange {
    answer: string;
    alone: number;
    end: number;
}
/** Counts each answer before the seats heard each other and at the end. The answers of most seats at the end come first. */
export declare function compareVotes({ vote, independentVote }: Counted): VoteChange[];
interface Words {
    question: Question | undefined;
    nameOf: NameOf;
}
/** Says the vote in a sentence: “4 of 4 ended in favour; alone it was 3 to 1.” */
export declare function sayVote(result: Counted & Pick<ConsensusResult, 'seats' | 'carried' | 'estimate'>, words: Words): string;
/** “19 weeks, between 10 and 45”. */
export declare const sayEstimate: ({ median, low, high, unit }: NonNullable<ConsensusResult['estimate']>) => string;
export declare const quoteAnswer: (answer: string) => string;
/** “3:1 alone → 4:0 at the end”. */
export declare const sayStrip: (votes: readonly VoteChange[]) => string;
export {};

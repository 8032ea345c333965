import type { ConsensusResult } from '../session/consensus.ts';
import type { Question } from '../session/question.ts';
export declare const sayPercent: (share: number) => string;
export declare const saySure: (confidence: number | undefined) => string;
/** When and how the ballot of a round was cast. */
export declare const sayBallot: (round: number) => string;
export declare const sayBand: (probability: number) => string;
/** How likely a decision is right: in bands until enough outcomes are known, then in digits. */
export declare const sayLikely: (probability: number, outcomes: number) => string;
/** What the probability rests on, for the owner of the debate. */
export declare const sayChecked: (outcomes: number) => string;
/** What each seat that was heard counts; empty where weights decide nothing. */
export declare const listWeights: ({ weights, unrated }: ConsensusResult) => {
    agentId: string;
    words: string;
}[];
/** Says what is decided, in a sentence. */
export declare function sayQuestion(question: Question): string;
/** “a”, “a and b”, “a, b and c”. */
export declare function sayList(items: readonly string[]): string;
export declare const sayCount: (count: number, one: string, many?: string) => string;
/** Quotes a text on one line, without a full stop at its end. */
export declare const quote: (text: string) => string;
/** The short name of an answer in pictures and tables: A to Z, then A2 and so on. */
export declare const letterOf: (index: number) => string;

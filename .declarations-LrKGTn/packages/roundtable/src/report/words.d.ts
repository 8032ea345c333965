import type { VoteBasis } from '../session/consensus.ts';
/** An answer in words: stances have names, all other answers are unchanged. */
export declare const sayAnswer: (answer: string, basis: VoteBasis) => string;
export declare const sayPercent: (share: number) => string;
export declare const saySure: (confidence: number | undefined) => string;
/** When and how the ballot of a round was cast. */
export declare const sayBallot: (round: number) => string;
export declare const sayProbability: (probability: number) => string;
/** “a”, “a and b”, “a, b and c”. */
export declare function sayList(items: readonly string[]): string;
export declare const sayCount: (count: number, one: string, many?: string) => string;
/** Quotes a text on one line, without a full stop at its end. */
export declare const quote: (text: string) => string;
/** The short name of an answer in pictures and tables: A to Z, then A2 and so on. */
export declare const letterOf: (index: number) => string;

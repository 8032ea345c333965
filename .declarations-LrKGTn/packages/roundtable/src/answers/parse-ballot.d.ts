import type { Ballot } from '../session/response.ts';
import type { Stance } from '../session/seat.ts';
import { type Fields, type Parsed } from './read-object.ts';
/** Reads the private vote of a seat. Without a position, the answer is the position. */
export declare function parseBallot(text: string, { answers }: {
    answers: readonly string[];
}): Parsed<Pick<Ballot, 'position' | 'answer' | 'stance' | 'confidence'>>;
type Vote = Partial<Pick<Ballot, 'position' | 'answer' | 'stance' | 'confidence'>>;
/** Reads a vote. If the answer is not a possible one, the position may still name one. */
export declare function readVote(fields: Fields, answers: readonly string[]): Vote;
export declare const wrongAnswer: (answers: readonly string[]) => string;
/** Returns the side that a text names, or `undefined` if it names none or several, or negates it. */
export declare function readStance(value: unknown): Stance | undefined;
/** Returns a confidence from 0 to 1, or `undefined` if there is none or it cannot be read. */
export declare function readConfidence(value: unknown): number | undefined;
export {};

import { type QuestionKind } from '../session/question.ts';
import type { Vote } from '../session/response.ts';
import type { Stance } from '../session/seat.ts';
import type { Session } from '../session/session.ts';
import { type Fields, type Parsed } from './read-object.ts';
/** The form in which a question wants to be answered. */
export interface Asked {
    kind: QuestionKind;
    /** The possible answers; empty if there are none to choose from. */
    options: readonly string[];
}
export declare const toAsked: (session: Session) => Asked;
/** Reads the private vote of a seat. Without a position, the vote itself is the position. */
export declare function parseBallot(text: string, asked: Asked): Parsed<Vote>;
/** Reads what counts of an answer. Returns what is wrong if it lacks the form of its question. */
export declare function readVote(fields: Fields, asked: Asked): Partial<Vote> | string;
/** Returns the side that a text names, or `undefined` if it names none or several, or negates it. */
export declare function readStance(value: unknown): Stance | undefined;
/** Returns a confidence from 0 to 1, or `undefined` if there is none or it cannot be read. */
export declare function readConfidence(value: unknown): number | undefined;

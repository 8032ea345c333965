import type { Situation } from '@sweatpants/demo-model';
import type { QuestionKind } from '../session/question.ts';
import type { Stance } from '../session/seat.ts';
export type Side = Exclude<Stance, 'neutral'>;
/** What a prompt of a debate says. */
export interface Brief {
    topic: string;
    kind: QuestionKind;
    /** The unit of an estimate. */
    unit: string;
    /** The name of the seat and its persona, which are the same in every round. Empty if the prompt is for no seat. */
    seat: string;
    /** The side that the role of the seat argues. */
    side: Side | undefined;
    /** The possible answers, if there are any. */
    answers: readonly string[];
    /** What each other seat holds, by its latest statement: its answer, or its side. */
    votes: readonly string[];
    /** The latest statement of each other seat: its name, its vote and its key points. */
    statements: readonly Told[];
    /** The answer that was counted, if the prompt tells the result. */
    counted: string | undefined;
    /** The estimates of the other seats. */
    numbers: readonly number[];
    /** Proposals to merge. */
    proposals: readonly string[];
}
export interface Told {
    from: string;
    vote: string | undefined;
    points: readonly string[];
}
/** Reads a prompt of `prompts/`, which has the topic in a fence. Returns `undefined` for any other prompt. */
export declare function readBrief({ system, message }: Situation): Brief | undefined;

import type { QuestionKind } from '../session/question.ts';
/** How the question wants to be answered at this point of the debate. */
export interface AnswerForm {
    kind: QuestionKind;
    /** Whether there are answers to choose from. */
    hasOptions: boolean;
    /** Whether the seat has made a proposal that was put into a group. */
    isGrouped: boolean;
}
type Fields = Record<string, string | false>;
/** The JSON format of a statement, without fields that do not apply yet. */
export declare const statementFormat: (form: AnswerForm, asked: {
    hasHeard: boolean;
    hasSpoken: boolean;
    ranks: boolean;
}) => string;
export declare const ballotFormat: (form: AnswerForm, asked: {
    isAgain: boolean;
}) => string;
/** Describes a JSON object by its fields. */
export declare function jsonFormat(fields: Readonly<Fields>): string;
export {};

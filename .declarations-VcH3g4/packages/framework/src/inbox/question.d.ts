import type { NewQuestion, QuestionRef, StoredQuestion } from '../log/questions.ts';
import type { ElicitEffect } from '../tools/effects/elicit.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
import { type Json } from '../tools/json.ts';
import { type JsonSchema } from '../tools/schema.ts';
/** What a question shows to those who answer it. */
interface Shown {
    /** The tool that asks, and the name that its author gave to the question. */
    toolName: string;
    key: string;
    message: string;
    /** The end of the message, which a component leaves out. */
    plain?: string;
    context: Readonly<Record<string, Json>>;
    /** The form of the answer. */
    schema?: JsonSchema;
    ui?: string;
    /** The page that the person is asked to open; the form has no fields then. */
    url?: string;
    /** The hosted server whose question it is; absent for a tool of the application. */
    origin?: string;
    attempt: number;
    /** Why it is asked again. */
    refusal?: string;
}
/** The event that an answer appends, without the answer. */
export interface AnswerEvent {
    type: string;
    [field: string]: Json;
}
/** An open question as those see it who may answer it. */
export interface InboxQuestion extends Shown {
    /** Names the question, also in the URL of its answers. */
    id: string;
    /** Fingerprint of what is shown. An answer that names it counts only for this message, context and form. */
    digest: string;
    /** The principal whose run asks; absent without authentication. */
    askedBy?: string;
    to: readonly string[];
    /** How many people must answer, and who has. */
    quorum: number;
    answeredBy: readonly string[];
    openedAt: number;
    expiresAt?: number;
}
type Asked = Pick<ElicitEffect, 'toolName' | 'key' | 'message' | 'context' | 'attempt'> & Partial<Pick<ElicitEffect, 'plain' | 'schema' | 'ui' | 'url' | 'origin' | 'refusal' | 'expiresAt' | 'to' | 'quorum' | 'answeredBy'>>;
/**
 * Returns the question as a store keeps it, under `key`, for the `questions` of an append. Without `to` it is addressed to
 * the owner of its stream. An answer appends `event` with the fields `result`, `timestamp` and `answeredBy`.
 */
export declare function toNewQuestion(key: string, asked: Asked, { owner, event }: {
    owner: string | undefined;
    event: AnswerEvent;
}): NewQuestion;
export declare function toInboxQuestion(stored: StoredQuestion): InboxQuestion;
export declare const eventOf: ({ body }: StoredQuestion) => AnswerEvent;
/** Returns what a question id names, or `undefined` for any other text. */
export declare function readQuestionId(text: string): QuestionRef | undefined;
export type CheckedAnswer = {
    type: 'valid';
    answer: ElicitAnswer;
} | {
    type: 'invalid';
    problem: string;
};
/** Checks an answer against the form of its question; a valid one has only the fields that it may have. */
export declare function checkAnswer({ schema, url, origin }: Pick<Shown, 'schema' | 'url' | 'origin'>, result: unknown): Promise<CheckedAnswer>;
export {};

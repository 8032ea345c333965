import type { ElicitEffect } from '../tools/effects/elicit.ts';
import type { ElicitAnswer, Elicits, GivenOf } from '../tools/elicit.ts';
/** What the scripted person does with a question: answer it now or later, or leave it open until it expires or is withdrawn. */
export type Answer<TContent = unknown> = PlainAnswer<TContent> | Later<Answer<TContent>> | From<Answer<TContent>>;
export type PlainAnswer<TContent = unknown> = ElicitAnswer<TContent> | Silence;
export interface Silence {
    action: 'none';
}
/** Something that happens some time after it is asked or waited for. */
export declare class Later<T> {
    readonly milliseconds: number;
    readonly item: T;
    constructor(milliseconds: number, item: T);
}
/** An answer, and who gives it. */
export declare class From<T> {
    readonly person: string;
    readonly answer: T;
    constructor(person: string, answer: T);
}
/** One answer, several taken in the order in which the questions are opened, or a function for every question. */
export type ScriptedAnswers<TContent = unknown> = Answer<TContent> | readonly Answer<TContent>[] | ((question: ElicitEffect) => Answer<TContent>);
/** Answers by the tool's own keys; content is what the response schema takes. */
export type AnswersOf<E extends Elicits> = {
    readonly [K in keyof E]?: ScriptedAnswers<GivenOf<E[K]>>;
};
/** The person answers. */
export declare const accept: <T>(content: T) => {
    action: 'accept';
    content: T;
};
/** The person says no. */
export declare const decline: () => {
    action: 'decline';
};
/** The person goes away without an answer. */
export declare const cancel: () => {
    action: 'cancel';
};
/** No person is there: the host cancels the question at once, as hosts without a screen do. */
export declare const unattended: () => {
    action: 'cancel';
    reason: 'unattended';
};
/** Says nothing: for questions that expire, and for those that lose a race. */
export declare const silence: () => Silence;
/** How long something takes: milliseconds, or `'90 seconds'`, `'1 hour'`, `'3 days'`. */
export type Duration = number | `${number} ${Unit}` | `${number} ${Unit}s`;
type Unit = keyof typeof UNITS;
declare const UNITS: {
    millisecond: number;
    second: number;
    minute: number;
    hour: number;
    day: number;
    week: number;
};
/** Lets time pass first: `after('3 days', accept({ ok: true }))`. For answers, and for signals. */
export declare const after: <T>(duration: Duration, item: T) => Later<T>;
/** Says who answers, where a question is put to several: `by('user:ada', accept({ ok: true }))`. */
export declare const by: <T extends Answer>(person: string, answer: T) => From<T>;
export declare function toMilliseconds(duration: Duration): number;
/** An answer without what is around it. */
export declare function unwrap(answer: Answer): {
    answer: PlainAnswer;
    milliseconds: number;
    person?: string;
};
export {};

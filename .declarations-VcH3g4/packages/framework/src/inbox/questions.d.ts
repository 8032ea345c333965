import { HttpError } from '../http/http-error.ts';
import type { Store } from '../log/log.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import { type InboxQuestion } from './question.ts';
/** Returns the names that a principal answers to. The application decides that: `['user:ada', 'role:manager']`. */
export type AudienceOf = (principal: string | undefined) => MaybePromise<readonly string[]>;
/** A principal answers for itself. */
export declare const defaultAudience: AudienceOf;
/** Whose questions: a principal and the names that it answers to, by default its own. */
export interface Answerer {
    /** Absent without authentication. */
    principal?: string | undefined;
    names?: readonly string[];
}
export interface ListOptions extends Answerer {
    /** The cursor of the page before. */
    after?: string | undefined;
    /** Default 50. */
    limit?: number;
}
export interface QuestionPage {
    questions: InboxQuestion[];
    /** The cursor of the next page; absent on the last. */
    next?: string;
}
declare const STATUS: {
    readonly question_not_found: 404;
    readonly not_addressed: 403;
    readonly question_closed: 409;
    readonly question_changed: 409;
    readonly answer_invalid: 422;
};
/** An answer was refused. Nothing was stored. */
export declare class AnswerError extends HttpError {
    name: string;
    readonly code: keyof typeof STATUS;
    constructor(code: keyof typeof STATUS, message: string);
}
/** Lists the open questions that a principal may answer, the newest first. */
export declare function listQuestions(store: Store, options?: ListOptions): Promise<QuestionPage>;
export interface AnswerOptions extends Answerer {
    /** The id of the question. */
    id: string;
    answer: ElicitAnswer;
    /** The digest of what the person saw. Without it the answer counts for the question as it is now. */
    digest?: string | undefined;
    /** Tells an answer that is sent again from another one. */
    commandId?: string | undefined;
}
/**
 * Answers an open question; the run goes on. The first answer counts, of a quorum the first of each person. Rejects with an
 * `AnswerError` when the question is closed, is not addressed to this principal, has changed, or does not take the answer.
 */
export declare function answerQuestion(store: Store, options: AnswerOptions): Promise<void>;
export {};

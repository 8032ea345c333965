import type { Branch } from '../branch.ts';
import { type Choices } from '../choices.ts';
import { RecordedEffect } from '../effect.ts';
import type { ElicitKey } from '../elicit.ts';
import type { Fiber } from '../fiber.ts';
import type { QuestionApp } from '../hosted-app.ts';
import { type Json } from '../json.ts';
import { type MaybePromise } from '../maybe-promise.ts';
import { type Deferred, type Failure, type Outcome } from '../outcome.ts';
import { type Asked } from '../peer.ts';
import type { Pending } from '../pending.ts';
import type { Run } from '../run.ts';
import { type Checked, type JsonSchema } from '../schema.ts';
/** A question to a person, as a peer receives it. */
export interface ElicitEffect extends Asked {
    readonly type: 'elicit';
    /** The tool that asks: a key is unique only within one. */
    readonly toolName: string;
    /** The text of the question. It ends with `plain`, if there is one; `toShortMessage` returns it without. */
    readonly message: string;
    /** The part of the message that a component shows better. */
    readonly plain?: string;
    /** What was passed to `elicit()` beside the message. */
    readonly context: Readonly<Record<string, Json>>;
    /** The form of the answer: flat as MCP has it, unless only a plugin answers it. */
    readonly schema: JsonSchema;
    readonly ui?: ElicitKey['ui'];
    /** The page that the person is asked to open. The form has no fields then: accepting is the consent to open it. */
    readonly url?: string;
    /** Only a person may answer it, who was shown it. */
    readonly mustAsk?: true;
    /** `'host'`: it is never answered through a tool that a view calls. */
    readonly by?: 'host';
    /** The server that wrote the question, if it is not of your own tools. The server cannot choose this name. */
    readonly origin?: string;
    /** The view of that server for the question, which a host may show in place of the form. */
    readonly app?: QuestionApp;
    /** When it expires. */
    readonly expiresAt?: number;
    /** The names of those who may answer. A peer never receives such a question: it is passed to `onWait`. */
    readonly to?: readonly string[];
    /** How many different people must accept. */
    readonly quorum?: number;
    /** Who has accepted so far, of those that a quorum needs. */
    readonly answeredBy?: readonly string[];
}
/** What an author gives with a question. */
export interface ElicitAsk {
    message: string;
    plain?: string;
    context: Record<string, Json>;
    choices?: Choices;
    /** Who answers a question that is not for the caller. */
    to?: readonly string[];
    quorum?: number;
}
export declare class Elicit extends RecordedEffect {
    #private;
    readonly type = "elicit";
    readonly key: string;
    readonly lasts: number | undefined;
    readonly isEarly: boolean;
    readonly message: string;
    readonly plain: string | undefined;
    readonly context: Record<string, Json>;
    readonly definition: ElicitKey;
    readonly to: readonly string[] | undefined;
    readonly quorum: number | undefined;
    constructor(branch: Branch, definition: ElicitKey, { message, plain, context, choices, to, quorum }: ElicitAsk);
    request(): unknown;
    /** The form of the answer, with the choices of this question. */
    get schema(): JsonSchema;
    shown(): string;
    enter(fiber: Fiber): unknown;
    perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred>;
    combine(given: Json | undefined, pending: Pending): Json | undefined;
    isComplete(combined: Json | undefined): boolean;
    over(): Outcome;
    decode(answer: Json | undefined, run: Run, pending: Pending): MaybePromise<Checked<unknown>>;
    toError(failure: Failure): Error;
}
/** Returns the text of a question for a place where a component shows what `plain` says. */
export declare const toShortMessage: ({ message, plain }: Pick<ElicitEffect, 'message' | 'plain'>) => string;
/** The refusal of an answer that has none of the fields that it needs. */
export declare const EMPTY_FORM = "the form came back empty";

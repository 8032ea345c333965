/**
 * How a client that cannot be asked gets through. A question ends its call with an ordinary result that states the question
 * in words; the model asks the person, and goes on with the call by the tool `answer_question`. Where the client shows the
 * view of the tool, the view shows the question, and goes on by `continue_call`, which the model does not see. A call that
 * takes long ends its request with a result that names `check_on`.
 */
import type { ElicitEffect } from '../../tools/effects/elicit.ts';
import { type CallState } from './call-state.ts';
import type { ListedTool } from './catalog.ts';
import { ProtocolError } from './errors.ts';
import type { CallToolResult } from './outcome.ts';
export declare const ANSWER_QUESTION = "answer_question";
export declare const CONTINUE_CALL = "continue_call";
/** What a server does for clients that cannot be asked. */
export interface InWords {
    /** Whether it puts questions in words. Without it, a question fails with -32021. */
    readonly asks: boolean;
    /** Milliseconds after which a request ends before its call does. */
    readonly wait: number;
    /** Whether it has views, which answer where the client shows them. */
    readonly shows: boolean;
}
/** Returns the tools that go on with calls. */
export declare const toOwnTools: ({ asks, wait, shows }: InWords) => ListedTool[];
/**
 * A handle names the tool, so that its scopes are checked before anything is read. That of a view ends with a key, with which
 * it may answer what only the person answers.
 */
export declare const toCallHandle: (tool: string, state: string, key?: string) => string;
/** Returns the tool, the state and the key of a handle; `undefined` for another text. */
export declare function readCallHandle(handle: unknown): {
    tool: string;
    state: string;
    key?: string;
} | undefined;
/** What `answer_question`, `check_on` or `continue_call` goes on with. */
export interface Continued {
    tool: string;
    state: string;
    /** Only a view has it. */
    key?: string;
    answers: Record<string, unknown>;
}
/** Reads the arguments of these tools; `undefined` for every other tool. Throws a `ProtocolError`. */
export declare function readContinued(inWords: InWords, name: unknown, args: Record<string, unknown>): Continued | undefined;
/** Returns the call that a view asks for before it has a handle: by the tool and the arguments that its host gave it. */
export declare function readShownCall(name: unknown, args: Record<string, unknown>): {
    tool: string;
    arguments: Record<string, unknown>;
} | undefined;
/** Returns the result of `continue_call`. It has no text: none of it is for the model. */
export declare const toViewResult: (state: CallState) => CallToolResult;
/** By which handles a call goes on, and who may answer. */
export interface Handles {
    /** The model's. */
    call: string;
    /** The view's, if the client shows one. */
    view?: string | undefined;
    /** Whether the model may answer for the person what need not be answered in a view. */
    asks: boolean;
}
/** Returns the result of a call that waits for answers. */
export declare function toQuestionResult(tool: string, handles: Handles, questions: readonly ElicitEffect[], ignored: readonly string[]): CallToolResult;
/** Returns the result of a request whose call goes on without it. */
export declare function toRunningResult(tool: string, { call, view }: Omit<Handles, 'asks'>, waitsFor: string | undefined): CallToolResult;
/** Returns the error of a question that only a person may answer. It is recorded as its failure, so that `finally` blocks run. */
export declare const mustBeShown: (question: ElicitEffect) => ProtocolError;
/** Returns the result of a call that failed because of such a question; `undefined` for another error. */
export declare function toUnaskableResult(tool: string, { code, data }: ProtocolError): CallToolResult | undefined;
/** Whether a result says that its call has not ended. */
export declare const isUnfinished: (result: {
    _meta?: unknown;
}) => boolean;
/** Returns the id of the stored call that a result asks for, if a view shows its questions. */
export declare function readCallId(result: {
    _meta?: unknown;
}): string | undefined;
/** Whether a result states a question. */
export declare const asksInWords: (result: {
    _meta?: unknown;
}) => boolean;

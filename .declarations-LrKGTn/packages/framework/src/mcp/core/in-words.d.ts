/**
 * How a client that cannot be asked gets through. A question ends its call with an ordinary result that states the question
 * in words; the model asks the person, and goes on with the call by the tool `answer_question`. A call that takes long ends
 * its request with a result that names `check_on`.
 */
import type { ElicitEffect } from '../../tools/effects/elicit.ts';
import type { ListedTool } from './catalog.ts';
import { ProtocolError } from './errors.ts';
import type { CallToolResult } from './outcome.ts';
export declare const ANSWER_QUESTION = "answer_question";
/** What a server does for clients that cannot be asked. */
export interface InWords {
    /** Whether it puts questions in words. Without it, a question fails with -32021. */
    readonly asks: boolean;
    /** Milliseconds after which a request ends before its call does. */
    readonly wait: number;
}
/** Returns the tools that go on with calls. */
export declare const toOwnTools: ({ asks, wait }: InWords) => ListedTool[];
/** A handle names the tool, so that its scopes are checked before anything is read. */
export declare const toCallHandle: (tool: string, state: string) => string;
/** Returns the tool and the state of a handle; `undefined` for another text. */
export declare function readCallHandle(handle: unknown): {
    tool: string;
    state: string;
} | undefined;
/** What `answer_question` or `check_on` goes on with. */
export interface Continued {
    tool: string;
    state: string;
    answers: Record<string, unknown>;
}
/** Reads the arguments of the two tools; `undefined` for every other tool. Throws a `ProtocolError`. */
export declare function readContinued(inWords: InWords, name: unknown, args: Record<string, unknown>): Continued | undefined;
/** Returns the result of a call that waits for answers. */
export declare function toQuestionResult(tool: string, handle: string, questions: readonly ElicitEffect[], ignored: readonly string[]): CallToolResult;
/** Returns the result of a request whose call goes on without it. */
export declare function toRunningResult(tool: string, handle: string, waitsFor: string | undefined): CallToolResult;
/** Returns the error of a question that only a person may answer. It is recorded as its failure, so that `finally` blocks run. */
export declare const mustBeShown: (question: ElicitEffect) => ProtocolError;
/** Returns the result of a call that failed because of such a question; `undefined` for another error. */
export declare function toUnaskableResult(tool: string, { code, data }: ProtocolError): CallToolResult | undefined;
/** Whether a result says that its call has not ended. */
export declare const isUnfinished: ({ _meta }: {
    _meta?: unknown;
}) => boolean;
/** Whether a result states a question. */
export declare const asksInWords: ({ _meta }: {
    _meta?: unknown;
}) => boolean;

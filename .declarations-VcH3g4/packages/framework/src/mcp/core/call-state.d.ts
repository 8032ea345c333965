/**
 * What a view is told of its call. A result of the tool that is not final has it in `_meta["dev.sweatpants/call"]`, and
 * `continue_call` returns it as structured content. Old views live as long as conversations, so it says its version.
 */
import { type ElicitEffect } from '../../tools/effects/elicit.ts';
import type { JsonSchema } from '../../tools/schema.ts';
import type { CallToolResult } from './outcome.ts';
/** Where a result says that the call has not ended, and by which handle it goes on. */
export declare const CALL_META = "dev.sweatpants/call";
/** Where a result says which answers were ignored, and why. */
export declare const IGNORED_META = "dev.sweatpants/ignored";
/** The status of a call that waits for answers. */
export declare const ASKING = "waiting_for_answer";
/** A question as a view shows it. */
export interface ViewQuestion {
    id: string;
    key: string;
    /** Without the text that a view makes needless. */
    message: string;
    context: ElicitEffect['context'];
    schema: JsonSchema;
    attempt: number;
    /** Why the last answer was refused, or that the question has changed. */
    refusal?: string;
    expiresAt?: number;
    /** Only the person may answer it: an answer of the model is refused. */
    mustAsk?: true;
}
/** How a call is. `call` is the handle by which the view goes on; the model does not see it. */
export type CallState = {
    version: 1;
    ignored?: unknown;
} & ({
    status: typeof ASKING;
    call: string;
    questions: readonly ViewQuestion[];
} | {
    status: 'running';
    call: string;
    message: string;
} | {
    status: 'done';
    result: CallToolResult;
}
/** The view shows a call that has not asked anything yet, or that is not of this session: the host gives it the result. */
 | {
    status: 'none';
});
export declare function toViewQuestion(question: ElicitEffect): ViewQuestion;
/** Returns the state of a call that has returned a result. */
export declare function toCallState(result: Record<string, unknown>): CallState;
/** Returns what a result that is not final says of its call; `undefined` for another result. */
export declare function readCallState({ _meta }: {
    _meta?: unknown;
}): CallState | undefined;

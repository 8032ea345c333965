/**
 * The call that a view shows, in any host. A host that asks through the view sends each question (`elicitation/create`). A host
 * that only shows views gives the arguments and the result of the call; the view then goes on with the call by the tool
 * `continue_call`, whose state is that of `mcp/core/call-state.ts`.
 *
 * - V1 One question is shown at a time; further ones wait.
 * - V2 Only the first answer to a shown question counts.
 * - V3 The state of a stored result may be old, so the server is asked for the newest one before anything is shown.
 * - V4 The model is told of the end only if its call had ended without the result, and this view has answered.
 */
import type { ElicitAnswer } from '../tools/elicit.ts';
import { type Json } from '../tools/json.ts';
import type { JsonSchema } from '../tools/schema.ts';
import { Bridge, type FromHost, type Line } from './bridge.ts';
/** A question as a view shows it. */
export interface ViewQuestion {
    id: string;
    key: string;
    message: string;
    context: Readonly<Record<string, Json>>;
    schema: JsonSchema;
    attempt: number;
    refusal?: string;
    /** Whether the host shows the message beside the view. */
    isMessageShown: boolean;
}
export interface ToolResult {
    content?: readonly {
        type: string;
        text?: string;
    }[];
    structuredContent?: Json;
    isError?: boolean;
}
/** What the view shows now. */
export type Shown = {
    type: 'waiting';
    text: string;
} | {
    type: 'question';
    question: ViewQuestion;
    answered?: ElicitAnswer;
    respond: Respond;
} | {
    type: 'result';
    result: ToolResult;
} | {
    type: 'problem';
    text: string;
    retry?: () => void;
};
interface Respond {
    answer(answer: ElicitAnswer): void;
    /** The question cannot be shown; a host that asks then shows its own form. */
    fail(error: unknown): void;
}
export declare class ViewCall {
    #private;
    readonly bridge: Bridge;
    constructor(tool: string, line: Line, { show, ...place }: Pick<FromHost, 'onContext' | 'onTeardown'> & {
        show: (shown: Shown) => void;
    });
    connect(): Promise<void>;
}
export declare const toText: (content: ToolResult['content']) => string;
/** Returns what the tool returned: its structured content, or its text, which is JSON unless the tool returned a text. */
export declare function toValue({ structuredContent, content }: ToolResult): Json;
export {};

/**
 * The patches of a chat: one table that parses them, and from which their types are inferred.
 *
 * A new type of patch is a new entry in `PATCHES`. The tables of `reduce.ts` do not compile until they have it too.
 */
import { type GenericSchema, type InferOutput } from 'valibot';
import type { ElicitAnswer } from '../tools/elicit.ts';
import type { QuestionApp } from '../tools/hosted-app.ts';
import type { McpBlock } from '../tools/message.ts';
import type { JsonSchema } from '../tools/schema.ts';
import { type InferFields } from './fields.ts';
import type { UserContent } from './user-content.ts';
declare const capabilities: GenericSchema<{
    tools: {
        name: string;
        description?: string;
        approval?: "confirm";
        inputSchema?: JsonSchema;
    }[];
    models: string[];
    personas: string[];
}>;
declare const PATCHES: {
    session_info: import("./fields.ts").Fields<{
        commandId?: string;
        sessionId?: string;
        title?: string;
        model?: string;
        persona?: string;
        capabilities?: {
            tools: {
                name: string;
                description?: string;
                approval?: "confirm";
                inputSchema?: JsonSchema;
            }[];
            models: string[];
            personas: string[];
        };
    }>;
    user_message: import("./fields.ts").Fields<{
        commandId?: string;
        messageId: string;
        content: UserContent;
        timestamp: number;
        model?: string;
        persona?: string;
    }>;
    /** A turn starts: the model receives these messages and all earlier ones. */
    turn_start: import("./fields.ts").Fields<{
        turn: number;
        messageIds: string[];
        model: string;
    }>;
    turn_end: import("./fields.ts").Fields<{
        turn: number;
        reason: "aborted" | "complete" | "failed" | "step_limit";
    }>;
    /** Nothing runs any more: the turn goes on when a person answers, or when a deadline passes. */
    turn_wait: import("./fields.ts").Fields<{
        turn: number;
    }>;
    /** The turn met other code than it was recorded with. It is resumed, from where it is, by a server that has the right code. */
    turn_blocked: import("./fields.ts").Fields<{
        turn: number;
    }>;
    turn_resume: import("./fields.ts").Fields<{
        turn: number;
    }>;
    /** A new attempt clears the text of the previous one. */
    streaming_start: import("./fields.ts").Fields<{
        messageId: string;
        turn: number;
        attempt: number;
        timestamp: number;
    }>;
    streaming_text: import("./fields.ts").Fields<{
        messageId: string;
        text: string;
    }>;
    streaming_reasoning: import("./fields.ts").Fields<{
        messageId: string;
        text: string;
    }>;
    streaming_end: import("./fields.ts").Fields<{
        messageId: string;
    }>;
    /** The whole answer of the model. It replaces the streamed text. */
    assistant_message: import("./fields.ts").Fields<{
        messageId: string;
        turn: number;
        content: McpBlock[];
        model: string;
        stopReason: string;
        usage: {
            inputTokens: number;
            outputTokens: number;
            costUsd?: number;
        };
        timestamp: number;
        sources?: {
            url?: string;
            title?: string;
        }[];
    }>;
    tool_call_start: import("./fields.ts").Fields<{
        commandId?: string;
        callId: string;
        toolUseId: string;
        messageId: string;
        toolName: string;
        arguments: import("../tools/json.ts").Json;
        timestamp: number;
        origin?: string;
        view?: string;
        calledBy?: string;
    }>;
    /** One call is to be cancelled; its turn goes on. */
    tool_call_cancel: import("./fields.ts").Fields<{
        commandId?: string;
        callId: string;
    }>;
    tool_call_progress: import("./fields.ts").Fields<{
        callId: string;
        message: string;
        progress?: number;
    }>;
    tool_call_result: import("./fields.ts").Fields<{
        callId: string;
        result: import("../tools/json.ts").Json;
        content?: (import("../tools/message.ts").AudioBlock | import("../tools/message.ts").ImageBlock | import("../tools/message.ts").TextBlock)[];
        meta?: import("../tools/json.ts").Json;
    }>;
    /** What the view of a call wants the model to know; an empty text is nothing. The last one counts. */
    view_note: import("./fields.ts").Fields<{
        commandId?: string;
        callId: string;
        text: string;
    }>;
    tool_call_error: import("./fields.ts").Fields<{
        callId: string;
        code: string;
        message: string;
    }>;
    approval_request: import("./fields.ts").Fields<{
        callId: string;
        toolName: string;
        arguments: import("../tools/json.ts").Json;
        timestamp: number;
    }>;
    approval_response: import("./fields.ts").Fields<{
        commandId?: string;
        callId: string;
        approved: boolean;
        arguments?: import("../tools/json.ts").Json;
        reason?: string;
        always?: boolean;
    }>;
    /** A tool that may ask questions starts. */
    elicit_start: import("./fields.ts").Fields<{
        callId: string;
        toolName: string;
    }>;
    /** A question is open. It is asked again, with the reason, if its answer was refused. */
    elicit: import("./fields.ts").Fields<{
        callId: string;
        toolName: string;
        elicitId: string;
        key: string;
        message: string;
        plain?: string;
        context: import("../tools/json.ts").Json;
        attempt: number;
        timestamp: number;
        schema?: JsonSchema;
        refusal?: string;
        expiresAt?: number;
        ui?: string;
        app?: QuestionApp;
        url?: string;
        origin?: string;
    }>;
    elicit_response: import("./fields.ts").Fields<{
        commandId?: string;
        callId: string;
        elicitId: string;
        result: ElicitAnswer;
        timestamp: number;
        answeredBy?: string;
    }>;
    /** A call waits for other people. What they are asked is not in the log of the chat, because its owner may read that. */
    elicit_wait: import("./fields.ts").Fields<{
        callId: string;
        elicitId: string;
        to: string[];
        attempt: number;
        timestamp: number;
        quorum?: number;
        expiresAt?: number;
    }>;
    /** One of them has answered. */
    elicit_answer: import("./fields.ts").Fields<{
        callId: string;
        elicitId: string;
        attempt: number;
        answeredBy: string;
        timestamp: number;
        result?: ElicitAnswer;
    }>;
    /** Something has happened outside that a call may wait for. */
    signal: import("./fields.ts").Fields<{
        callId: string;
        signalId: string;
        name: string;
        timestamp: number;
        value?: import("../tools/json.ts").Json;
    }>;
    /** The questions of a call are over: all of them, or the one that is named. */
    elicit_complete: import("./fields.ts").Fields<{
        callId: string;
        elicitId?: string;
    }>;
    usage: import("./fields.ts").Fields<{
        turn: number;
        usage: {
            inputTokens: number;
            outputTokens: number;
            costUsd?: number;
        };
    }>;
    /** The message and everything after it are removed. */
    history_cut: import("./fields.ts").Fields<{
        commandId?: string;
        messageId: string;
    }>;
    abort_request: import("./fields.ts").Fields<{
        commandId?: string;
    }>;
    abort_complete: import("./fields.ts").Fields<{
        turn: number;
    }>;
    error: import("./fields.ts").Fields<{
        code: string;
        message: string;
        turn?: number;
    }>;
    reset: import("./fields.ts").Fields<{
        commandId?: string;
    }>;
};
export type PatchType = keyof typeof PATCHES;
/** The patch of one type, or the union of several. */
export type PatchOf<T extends PatchType> = T extends PatchType ? Flat<{
    type: T;
} & InferFields<(typeof PATCHES)[T]>> : never;
type Flat<T> = {
    [K in keyof T]: T[K];
};
/** A change of a chat. The state is `reduce` over all of them. */
export type Patch = PatchOf<PatchType>;
/** What a conversation offers. */
export type ChatCapabilities = InferOutput<typeof capabilities>;
export type SessionInfoPatch = PatchOf<'session_info'>;
export type UserMessagePatch = PatchOf<'user_message'>;
export type TurnStartPatch = PatchOf<'turn_start'>;
export type TurnEndPatch = PatchOf<'turn_end'>;
export type TurnWaitPatch = PatchOf<'turn_wait'>;
export type StreamingStartPatch = PatchOf<'streaming_start'>;
export type StreamingTextPatch = PatchOf<'streaming_text' | 'streaming_reasoning'>;
export type StreamingEndPatch = PatchOf<'streaming_end'>;
export type AssistantMessagePatch = PatchOf<'assistant_message'>;
export type ToolCallStartPatch = PatchOf<'tool_call_start'>;
export type ToolCallProgressPatch = PatchOf<'tool_call_progress'>;
export type ToolCallResultPatch = PatchOf<'tool_call_result'>;
export type ViewNotePatch = PatchOf<'view_note'>;
export type ToolCallErrorPatch = PatchOf<'tool_call_error'>;
export type ApprovalRequestPatch = PatchOf<'approval_request'>;
export type ApprovalResponsePatch = PatchOf<'approval_response'>;
export type ElicitStartPatch = PatchOf<'elicit_start'>;
export type ElicitPatch = PatchOf<'elicit'>;
export type ElicitResponsePatch = PatchOf<'elicit_response'>;
export type ElicitCompletePatch = PatchOf<'elicit_complete'>;
export type ElicitWaitPatch = PatchOf<'elicit_wait'>;
export type ElicitAnswerPatch = PatchOf<'elicit_answer'>;
export type SignalPatch = PatchOf<'signal'>;
export type UsagePatch = PatchOf<'usage'>;
export type HistoryCutPatch = PatchOf<'history_cut'>;
export type AbortRequestPatch = PatchOf<'abort_request'>;
export type AbortCompletePatch = PatchOf<'abort_complete'>;
export type ErrorPatch = PatchOf<'error'>;
export type ResetPatch = PatchOf<'reset'>;
/** Returns the patch that a server sent, or `undefined` if only a newer client knows its type. Throws a `PatchError`. */
export declare function parsePatch(value: unknown): Patch | undefined;
export {};

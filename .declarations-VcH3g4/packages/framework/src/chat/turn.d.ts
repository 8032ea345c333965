import type { WireTool } from '../tools/effects/sample.ts';
import type { Json } from '../tools/json.ts';
import { type McpMessage } from '../tools/message.ts';
import type { McpTool } from '../tools/tool.ts';
import type { Usage } from '../tools/usage.ts';
import type { CallRequest } from './call-work.ts';
import type { Patch, ToolCallStartPatch } from './patch.ts';
import type { Plan } from './plan.ts';
import type { ToolCallState } from './state.ts';
/** What a turn works with: its conversation's log and tools. */
export interface TurnContext {
    /** Which turn of the conversation it is. */
    number: number;
    /** The most samples of the turn. */
    stepLimit: number;
    /** Appends a patch unless the log has it: a replay says everything again. */
    say(patch: Patch): void;
    open(): Opening;
    /** Returns the messages of the opening with their images, sounds and files, which are not recorded. */
    attach(messages: readonly McpMessage[]): McpMessage[];
    plan(toolName: string, input: Json): Promise<Plan>;
    /** Returns the server of a hosted tool, and the view that shows its calls. */
    hostOf(toolName: string): Pick<ToolCallStartPatch, 'origin' | 'view'>;
    /** Called with the usage of a call, also in a replay. */
    spent(usage: Usage): void;
    now(): number;
}
/** What the model is given first. It is recorded, so another process continues with it even if the history has changed since. */
export interface Opening {
    messages: McpMessage[];
    tools: WireTool[];
    systemPrompt?: string;
}
/** What a turn has its host do, and what it returns: run a tool, or wait for the person's approval. */
export interface HostRequests {
    /** Returns a `CallOutcome`. */
    call: CallRequest;
    /** Returns an `Approval`. */
    approval: {
        callId: string;
    };
}
/** Prefix of the step before a call. The runs of a turn's calls are found by it. */
export declare const PLAN = "plan ";
/** One turn of a conversation: asks the model and makes the calls it wants, until it wants none. */
export declare const createTurn: (turn: TurnContext) => McpTool;
/** One call that a view makes: as the model's are made, and its result is for the view alone. */
export declare const createViewCall: (turn: TurnContext, { callId, messageId, toolName, arguments: input }: ToolCallState) => McpTool;

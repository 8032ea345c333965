import type { WireTool } from '../tools/effects/sample.ts';
import { type McpTool } from '../tools/tool.ts';
import type { ChatState, ToolCallState } from './state.ts';
/** What is to be done with a call that the model has made. Recorded: a replay follows the plan even if the tools have changed. */
export type Plan = {
    type: 'run';
    approval: boolean;
} | {
    type: 'refuse';
    code: string;
    problem: string;
};
export declare const toWireTool: ({ name, description, parameters }: McpTool) => WireTool;
export declare const findTool: (tools: readonly McpTool[], name: string) => McpTool | undefined;
/** The model is told what is wrong with its call, so that it can do better. */
export declare function planCall(tools: readonly McpTool[], toolName: string, input: unknown): Promise<Plan>;
/** A view is refused what it may not call, also if that has changed since it asked. */
export declare function planViewCall(tools: readonly McpTool[], { toolCalls }: ChatState, { toolName, arguments: input, calledBy }: ToolCallState): Promise<Plan>;
/** Returns the name of the tool that the view of the tool `shown` calls by the server's name, if it may. */
export declare function toolForView(tools: readonly McpTool[], shown: string, name: string): string | undefined;
export declare function problemWithArguments(tool: McpTool, input: unknown): Promise<string | undefined>;

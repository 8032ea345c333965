import type { WireTool } from '../tools/effects/sample.ts';
import { type McpTool } from '../tools/tool.ts';
/** What is to be done with a call that the model has made. Recorded: a replay does as was planned, whatever tools there are by then. */
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
export declare function problemWithArguments(tool: McpTool, input: unknown): Promise<string | undefined>;

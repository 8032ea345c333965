import type { SampleReply, WireTool } from '../../tools/effects/sample.ts';
import { type McpMessage } from '../../tools/message.ts';
import type { ModelPreferences, SampleTool, ToolChoice } from '../../tools/sampling.ts';
/** The params of `sampling/createMessage` that we support. */
export interface SampleParams {
    messages: McpMessage[];
    maxTokens: number;
    systemPrompt?: string;
    temperature?: number;
    modelPreferences?: ModelPreferences;
    tools?: WireTool[];
    toolChoice?: {
        mode?: ToolChoice;
    };
}
/** Returns the sample that our run asks for: `messages` is the whole conversation. */
export declare function fromSampleParams(params: SampleParams): {
    messages: McpMessage[];
    maxTokens: number;
    systemPrompt?: string;
    temperature?: number;
    modelPreferences?: ModelPreferences;
};
/** Returns the tools of a sample. `__schema__` stays a tool, so that the model is offered it. */
export declare const toOffer: (tools: readonly WireTool[]) => SampleTool[];
/** Returns the result of `sampling/createMessage`. Only a server that offered tools gets a list of blocks. */
export declare function toSampleResult({ content, model, stopReason }: SampleReply, { tools }: SampleParams): {
    role: string;
    content: (import("../../tools/message.ts").AudioBlock | import("../../tools/message.ts").FileBlock | import("../../tools/message.ts").ImageBlock | import("../../tools/message.ts").TextBlock | import("../../tools/message.ts").ToolResultBlock | import("../../tools/message.ts").ToolUseBlock)[] | import("../../tools/message.ts").AudioBlock | import("../../tools/message.ts").FileBlock | import("../../tools/message.ts").ImageBlock | import("../../tools/message.ts").ToolResultBlock | import("../../tools/message.ts").ToolUseBlock | {
        type: string;
        text: string;
    } | undefined;
    model: string;
    stopReason?: string;
};

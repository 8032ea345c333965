import type { SampleExchange } from './exchange.ts';
import type { ExtendedMessage } from './message.ts';
import type { Schema } from './schema.ts';
import type { Usage } from './usage.ts';
export interface ModelPreferences {
    hints?: {
        name?: string;
    }[];
    costPriority?: number;
    speedPriority?: number;
    intelligencePriority?: number;
}
export interface SampleSettings {
    systemPrompt?: string;
    /** The most the model may write. Default 4096. */
    maxTokens?: number;
    temperature?: number;
    modelPreferences?: ModelPreferences;
    /** The question's name where a client answers it; `sample` when absent. */
    key?: string;
}
/** `prompt` continues the branch's conversation; `messages` stands for itself and leaves no trace in it. */
export type SampleInput = {
    prompt: string;
    messages?: undefined;
} | {
    messages: readonly ExtendedMessage[];
    prompt?: undefined;
};
export type SampleRequest = SampleInput & SampleSettings;
/** A tool offered to the model. The author answers its calls, with `exchange.withResults`. */
export interface SampleTool {
    name: string;
    description?: string;
    inputSchema: Schema;
}
export type ToolChoice = 'auto' | 'required' | 'none';
export interface WithSchema<S extends Schema> {
    schema: S;
    tools?: undefined;
}
export interface WithTools {
    tools: readonly SampleTool[];
    /** Whether the model must call one. Default `auto`; `required` in `sampleTools`. */
    toolChoice?: ToolChoice;
    schema?: undefined;
}
export interface Plain {
    schema?: undefined;
    tools?: undefined;
}
export interface WithRetries {
    /** How often an invalid answer is sent back with what is wrong with it. Default 2. */
    retries?: number;
}
/** A call the model made; `input` has passed the tool's schema, or `problem` says why not. */
export interface ToolCall {
    id: string;
    name: string;
    input: unknown;
    problem?: string;
}
/** A page or document that an answer rests on. */
export interface Source {
    url?: string;
    title?: string;
}
export interface SampleResult<TParsed = undefined> {
    text: string;
    model: string;
    stopReason: string;
    usage: Usage;
    /** What the model says it read, where it says so. */
    sources?: Source[];
    exchange: SampleExchange<TParsed>;
}
export type SampleSchemaResult<T> = SampleResult<T> & ({
    parsed: T;
    parseError?: undefined;
} | {
    parsed: null;
    parseError: string;
});
export interface SampleToolsResult extends SampleResult {
    toolCalls: ToolCall[];
}

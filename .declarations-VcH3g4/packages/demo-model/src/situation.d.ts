import type { LanguageModelV4CallOptions, LanguageModelV4ToolChoice } from '@ai-sdk/provider';
import type { JsonSchema } from './schema.ts';
/** One entry of a conversation. */
export type Said = {
    type: 'text';
    role: 'user' | 'assistant';
    text: string;
} | {
    type: 'call';
    id: string;
    name: string;
    input: unknown;
} | {
    type: 'result';
    id: string;
    name: string;
    text: string;
    outcome: Outcome;
};
export type Outcome = 'done' | 'failed' | 'denied';
/** A call that was made for the last message, with its result. */
export interface Exchange {
    name: string;
    input: unknown;
    result: {
        text: string;
        outcome: Outcome;
    };
}
export interface Tool {
    name: string;
    description?: string;
    inputSchema: JsonSchema;
}
/** Everything that an answer depends on. */
export interface Situation {
    seed: string;
    /** Returns a number in [0, 1) that is always the same for this seed and key. */
    draw(key: string): number;
    /** All system prompts. */
    system: string;
    said: readonly Said[];
    /** The last text of the user. */
    message: string;
    /** The calls since then. */
    exchanges: readonly Exchange[];
    tools: readonly Tool[];
    toolChoice: LanguageModelV4ToolChoice;
    /** Present if the answer must be JSON. */
    format: {
        schema: JsonSchema | undefined;
    } | undefined;
    maxTokens: number;
}
export declare function readSituation(options: LanguageModelV4CallOptions, modelSeed: string): Situation;

import type { Branch } from '../branch.ts';
import { RecordedEffect } from '../effect.ts';
import type { Json } from '../json.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { type McpBlock, type McpMessage } from '../message.ts';
import type { Deferred, Failure, Outcome } from '../outcome.ts';
import { type Asked } from '../peer.ts';
import type { Pending } from '../pending.ts';
import type { Run } from '../run.ts';
import type { ModelPreferences, SampleRequest, Source, ToolChoice } from '../sampling.ts';
import type { Checked, JsonSchema } from '../schema.ts';
import type { Usage } from '../usage.ts';
export interface WireTool {
    name: string;
    description?: string;
    inputSchema: JsonSchema;
}
/** A model's answer as it comes in and is recorded. */
export interface SampleReply {
    content: McpBlock | McpBlock[];
    model: string;
    stopReason?: string;
    usage?: Usage;
    sources?: Source[];
    _meta?: Record<string, unknown>;
}
/** A question to a model, as a peer receives it. */
export interface SampleEffect extends Asked {
    readonly type: 'sample';
    /** The whole conversation, oldest first. */
    readonly messages: readonly McpMessage[];
    readonly systemPrompt?: string;
    /** Never more than the branch may still spend. */
    readonly maxTokens: number;
    readonly temperature?: number;
    readonly modelPreferences?: ModelPreferences;
    readonly tools?: readonly WireTool[];
    readonly toolChoice?: {
        mode: ToolChoice;
    };
}
type Settings = Omit<SampleEffect, 'type' | keyof Asked>;
export declare class Sample extends RecordedEffect {
    #private;
    readonly type = "sample";
    readonly key: string;
    constructor(branch: Branch, request: SampleRequest, offer: {
        tools: readonly WireTool[];
        toolChoice: ToolChoice;
    } | undefined, retry: readonly McpMessage[]);
    /** The request as a model gets it. */
    get settings(): Settings;
    /** Characters of JSON in the messages, about. */
    get size(): number;
    request(): unknown;
    shown(): string;
    perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred>;
    decode(value: Json | undefined): Checked<SampleReply>;
    toError(failure: Failure): Error;
}
export {};

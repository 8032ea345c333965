import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { SampleReply } from '../tools/effects/sample.ts';
import { type McpBlock } from '../tools/message.ts';
import type { JsonSchema } from '../tools/schema.ts';
import { type Price } from './known-model.ts';
interface Asked {
    id: string;
    schema: JsonSchema | undefined;
    price: Price | undefined;
}
/** Converts a result of the AI SDK. If a schema was requested, the data is a `tool_use` block. */
export declare function toReply(result: LanguageModelV4GenerateResult, { id, schema, price }: Asked): SampleReply;
export declare function toBlock(part: LanguageModelV4Content): McpBlock[];
export {};

import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type McpMessage } from '../tools/message.ts';
import type { JsonSchema } from '../tools/schema.ts';
import type { ModelRequest } from './model.ts';
import type { Traits } from './provider.ts';
/** The schema of the reply, if the request asks for data only. */
export declare function wantedSchema({ tools }: ModelRequest): JsonSchema | undefined;
/** Converts a request to the AI SDK's call options, in the way that suits the provider best. */
export declare function toCallOptions(request: ModelRequest, traits: Traits, id: string): LanguageModelV4CallOptions;
/** The conversation in a form that a provider with these traits accepts. */
export declare function fitHistory(messages: readonly McpMessage[], traits: Traits): McpMessage[];

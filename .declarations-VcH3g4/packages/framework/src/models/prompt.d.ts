import type { LanguageModelV4Prompt, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { type McpMessage } from '../tools/message.ts';
/** Converts messages to the AI SDK's prompt: tool results in their own messages, alternating roles, a user first. */
export declare function toPrompt(messages: readonly McpMessage[], systemPrompt: string | undefined): LanguageModelV4Prompt;
/** The `_meta` of a block with metadata of its provider. */
export declare const providerMeta: (metadata: SharedV4ProviderMetadata | undefined) => {
    _meta?: Record<string, unknown>;
};

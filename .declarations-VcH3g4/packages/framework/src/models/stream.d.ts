import type { LanguageModelV4GenerateResult, LanguageModelV4StreamResult } from '@ai-sdk/provider';
import type { ReplyPart } from './model.ts';
/** Reads a stream to its end and calls `onPart` with each part. Resolves with the result that `doGenerate` would return. */
export declare function collectStream({ stream }: LanguageModelV4StreamResult, onPart: (part: ReplyPart) => void): Promise<LanguageModelV4GenerateResult>;

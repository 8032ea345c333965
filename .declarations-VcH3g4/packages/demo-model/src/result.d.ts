import type { LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Situation } from './situation.ts';
import type { Answer } from './voice.ts';
export declare function toResult(answer: Answer, situation: Situation): LanguageModelV4GenerateResult;
/** `human`: word by word, at the speed of a reader; `instant`: without a wait. */
export type Pace = 'human' | 'instant';
interface Streaming {
    pace: Pace;
    seed: string;
    signal: AbortSignal | undefined;
}
/** Streams an answer. Parts are made when they are read. An abort and a cancelled reader both end the wait for a word. */
export declare function streamResult(result: LanguageModelV4GenerateResult, { pace, seed, signal }: Streaming): ReadableStream<LanguageModelV4StreamPart>;
export {};

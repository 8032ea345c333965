import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type Pace } from './result.ts';
import type { Voice } from './voice.ts';
export interface DemoModelOptions {
    /** The same seed and the same prompt give the same answer. Default: `demo`. */
    seed?: string;
    /** How fast `doStream` sends words. Default: `human`. `doGenerate` never waits. */
    pace?: Pace;
    /** What the model can do besides calling tools and filling schemas. The first voice that takes a prompt answers it. */
    voices?: readonly Voice[];
}
/**
 * Creates a model that needs no key and no network. It is not a language model: it routes a message to a tool and fills
 * schemas by rules, and every text that it returns says so.
 *
 * ```ts
 * const model = fromLanguageModel(createDemoModel())
 * ```
 */
export declare function createDemoModel(options?: DemoModelOptions): LanguageModelV4;

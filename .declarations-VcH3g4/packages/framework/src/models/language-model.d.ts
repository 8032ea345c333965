import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Price } from './known-model.ts';
import { type Model } from './model.ts';
import { type Traits } from './provider.ts';
export interface LanguageModelSettings {
    /** Default: the provider and name that the model reports. */
    id?: string;
    traits?: Traits;
    price?: Price | undefined;
}
/** Adapts a language model of the AI SDK. Each `answer` makes one call; it does not retry. */
export declare function fromLanguageModel(model: LanguageModelV4, settings?: LanguageModelSettings): Model;

import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';
import type { KnownModel } from './known-model.ts';
import type { Model } from './model.ts';
import { type Env } from './provider.ts';
/** `provider/name`, a provider alone, `demo`, a language model of the AI SDK, or a model. */
export type ModelChoice = string | LanguageModelV4 | LanguageModelV3 | LanguageModelV2 | Model;
export interface ResolveOptions {
    /** The variables with keys and base URLs. Default: `process.env`. */
    env?: Env;
    /** Prices and ratings that take precedence over the built-in ones. */
    knownModels?: readonly KnownModel[];
    /** The model that the id `demo` names. Default: `createDemoModel()` of `@sweatpants/demo-model`. */
    demo?: LanguageModelV4;
}
/**
 * Resolves a model by its id. Its calls are retried, and share one lane with all calls to the same provider. Without a
 * choice it is the model in `MODEL`, else the default model of the first provider with a key, else the first model of a
 * running local server, else `demo`.
 */
export declare function resolveModel(choice?: ModelChoice, options?: ResolveOptions): Promise<Model>;
/** Loads the optional package `@sweatpants/demo-model`. Throws a `ModelError` that says how to install it. */
export declare function loadDemoModel(): Promise<LanguageModelV4>;

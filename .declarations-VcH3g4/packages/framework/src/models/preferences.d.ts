import type { KnownModel } from './known-model.ts';
import type { Model } from './model.ts';
export interface ModelPoolOptions {
    /** Prices and ratings that take precedence over the built-in ones. */
    knownModels?: readonly KnownModel[];
}
/** Several models as one: each request goes to the model that suits its `modelPreferences` best; without preferences, to the first. */
export declare function createModelPool(models: readonly Model[], { knownModels }?: ModelPoolOptions): Model;

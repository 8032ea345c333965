import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Model } from '../models/model.ts';
import type { ContractCase } from './contract.ts';
/** Asks a model on top of a provider. */
type Create = (provider: LanguageModelV4) => Model;
/**
 * What every model does: the suite creates it on top of a provider that follows a script.
 *
 * ```ts
 * describeContract('my model', modelContract((provider) => withCache(fromLanguageModel(provider))))
 * ```
 */
export declare function modelContract(create: Create): ContractCase[];
export {};

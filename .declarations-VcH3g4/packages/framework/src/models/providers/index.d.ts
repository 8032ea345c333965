import type { Env, Provider } from '../provider.ts';
/** The provider table. Without a choice, the first provider with a key is used, in this order. */
export declare const PROVIDERS: readonly Provider[];
/** The providers of the table, and the compatible servers that the environment names. */
export declare function providersIn(env: Env): readonly Provider[];

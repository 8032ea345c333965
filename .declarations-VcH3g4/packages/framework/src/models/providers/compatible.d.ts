import { type Env, type Provider } from '../provider.ts';
export declare const services: readonly Provider[];
/** Any server with an OpenAI-compatible chat completions API, named by its variable: `LM_STUDIO_BASE_URL`. */
export declare function compatibleProviders(env: Env): Provider[];

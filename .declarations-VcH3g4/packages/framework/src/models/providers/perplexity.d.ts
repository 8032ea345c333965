import { type Provider } from '../provider.ts';
export declare const perplexity: Provider;

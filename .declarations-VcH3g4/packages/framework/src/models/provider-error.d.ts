import { ModelError } from './errors.ts';
/** Converts any error of a provider to a `ModelError` that says what happened and what to do. */
export declare function toModelError(error: unknown, id: string): ModelError;

import type { Filler } from './schema.ts';
/** Yields an object with the required properties and those that have a suggestion, then one with the required ones only. */
export declare const fillObject: Filler;

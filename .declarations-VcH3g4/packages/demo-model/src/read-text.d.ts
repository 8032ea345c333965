import type { Reader } from './suggest.ts';
/** Returns a text made of the message, for a required place. */
export declare const readText: Reader;

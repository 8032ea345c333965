import type { Reader } from './suggest.ts';
/** Returns numbers beside the name ("three nights"), then, for a required place, the number of its position. */
export declare const readNumber: Reader;
/** Returns a confidence that is always the same for a message, between 0.55 and 0.95 of the scale. */
export declare const readConfidence: Reader;

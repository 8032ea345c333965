import type { Reader } from './suggest.ts';
/** Returns the listed values that the message mentions. A message that mentions them all has chosen none. */
export declare const readChoice: Reader;

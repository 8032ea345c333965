import type { Reader } from './suggest.ts';
/** Returns the first arithmetic in a text: at least one operator between numbers, and balanced brackets. */
export declare function findExpression(text: string): string | undefined;
export declare const readExpression: Reader;

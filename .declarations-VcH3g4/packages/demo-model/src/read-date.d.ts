import type { Reader } from './suggest.ts';
/** Returns the dates of the message. The model has no clock: it understands `tomorrow` only if the prompt names a date. */
export declare const readDate: Reader;
/** Returns the dates of a text as `YYYY-MM-DD`, with a time if it has one. */
export declare function findDates(text: string): string[];
/** Returns the day that is so many days after a day, both as `YYYY-MM-DD`. */
export declare function dayAfter(day: string, days: number): string;

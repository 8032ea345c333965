import type { Json } from '../tools/json.ts';
/** `sweatpants runs`: resolves to the exit code. */
export declare function runs(args: readonly string[]): Promise<number>;
/** Returns the location of the store that a command about runs reads. */
export declare function readStore(flag: string | undefined): string;
/** Reads a length of time in milliseconds; `name` is for the error. */
export declare function readSpan(text: string, name: string): number;
export declare function readJson(text: string, name: string): Json;
/** Returns a time in its largest unit: `3 d`, `250 ms`. */
export declare function toDuration(ms: number): string;

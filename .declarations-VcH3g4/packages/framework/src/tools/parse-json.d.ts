/** Levels of nesting in what comes from outside: more than any value that is kept has, and no danger to code that calls itself. */
export declare const MAX_LEVELS = 256;
/**
 * Returns the value of a JSON text from outside. Throws a `JsonError`, and no other error, that says what is wrong with `what`:
 * it is not JSON, or nested so deeply that to look at it would overflow the stack.
 */
export declare function parseJson(text: string, what: string): unknown;
export declare function isDeeper(value: unknown, levels: number): boolean;

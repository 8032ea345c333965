/** Finds the JSON object in a model's text that has one of these fields. */
export declare function readObject(text: string, names: readonly string[]): Parsed<Fields>;
export declare const missing: (expected: string, text: string) => string;
export declare const findExcess: (text: string) => string | undefined;
/** The result of reading a model's text. If it cannot be read, `problem` says why. */
export type Parsed<T> = {
    type: 'parsed';
    value: T;
} | {
    type: 'malformed';
    problem: string;
};
/** Returns the first field with one of these names; ignores case and punctuation in the names that the model wrote. */
export type Fields = (...names: string[]) => unknown;
export declare function fieldsOf(value: unknown): Fields | undefined;
/** Longer texts are cut, and longer lists are shortened. A valid answer is far below these limits. */
export declare const SIZES: {
    readonly answer: 64000;
    readonly position: 2000;
    readonly reasoning: 40000;
    readonly point: 2000;
    readonly points: 50;
    readonly url: 2000;
};
/** Returns a text that can be stored, or `undefined` if the value is not a text. */
export declare function readText(value: unknown, size: number): string | undefined;
/** Returns a list of texts; a single text is a list of one. Skips values that are not texts. */
export declare function readTexts(value: unknown): string[];

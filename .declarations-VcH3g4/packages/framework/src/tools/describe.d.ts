/** How a message names a value that should not be there. */
export declare function describe(value: unknown): string;
/** Returns a text without the full stops and the white space at its end. From the end, so that it is linear. */
export declare function withoutStop(text: string): string;
/** `a Date`, `an Error`. */
export declare const withArticle: (name: string) => string;

/** An object or a list in a text. */
export interface JsonPart {
    value: object;
    /** Whether the text ends inside the part, in a value that may be incomplete: 85 may be cut to 8. */
    isCut: boolean;
}
/**
 * Yields the objects and lists of a text in the order of their opening brackets, outer ones before those inside them. Returns
 * how many characters were read.
 *
 * @example
 * ```ts
 * const [first] = scanJson('Here it is: {answer: "yes", "sources": [1, 2')
 * first // { value: { answer: 'yes', sources: [1, 2] }, isCut: true }
 * ```
 */
export declare function scanJson(text: string, from?: number): Generator<JsonPart, number>;

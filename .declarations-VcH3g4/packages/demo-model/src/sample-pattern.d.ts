interface Sampling {
    /** How often an unbounded repetition repeats beyond its minimum. */
    reach: number;
    random: () => number;
}
/** Returns a text that probably matches a regular expression, or `undefined` if the expression is not supported. */
export declare function samplePattern(pattern: string, sampling: Sampling): string | undefined;
export {};

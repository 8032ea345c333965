/** `ai-roundtable debate`: resolves to the exit code. */
export declare function debate(args: readonly string[]): Promise<number>;

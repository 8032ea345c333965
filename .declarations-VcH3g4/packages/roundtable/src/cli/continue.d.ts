/** `ai-roundtable continue`: resolves to the exit code. */
export declare function continueDebate(args: readonly string[]): Promise<number>;

/** `ai-roundtable outcome`: resolves to the exit code. */
export declare function recordOutcome(args: readonly string[]): Promise<number>;

/** `sweatpants inbox`: resolves to the exit code. */
export declare function inbox(args: readonly string[]): Promise<number>;

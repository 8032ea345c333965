/** `sweatpants call`: resolves to the exit code. */
export declare function call(args: readonly string[]): Promise<number>;

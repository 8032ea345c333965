/** `sweatpants control`: resolves to the exit code after a signal. */
export declare function control(args: readonly string[]): Promise<number>;

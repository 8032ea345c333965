/** `sweatpants schedules`: resolves to the exit code. */
export declare function schedules(args: readonly string[]): Promise<number>;

/** `sweatpants check`: resolves to 1 if a stored run would diverge. */
export declare function check(args: readonly string[]): Promise<number>;

/** `sweatpants acp`: resolves to the exit code once the editor has closed the pipe. */
export declare function acp(args: readonly string[]): Promise<number>;

/** `sweatpants dev`: resolves to the exit code after a signal. */
export declare function dev(args: readonly string[]): Promise<number>;
/** Loads the optional package `@sweatpants/inspector`. */
export declare function loadInspector(command: string): Promise<typeof import("@sweatpants/inspector")>;
export declare function openBrowser(url: string): void;

/** Without a command: resolves to the exit code once the client has closed the connection, or after a signal. */
export declare function serve(args: readonly string[]): Promise<number>;

/** Names a signal of a run in a URL. A token cannot be guessed, and says nothing but the run and the name. */
export interface SignalTokens {
    mint(runId: string, name: string): string;
    /** Returns what a token names, or `undefined` for a text that no key of these has signed. */
    read(token: string): {
        runId: string;
        name: string;
    } | undefined;
}
/** Signs tokens with the first of several secrets, and reads tokens of all of them: the `keys` of a server, newest first. */
export declare function createSignalTokens(keys: readonly [string, ...string[]]): SignalTokens;

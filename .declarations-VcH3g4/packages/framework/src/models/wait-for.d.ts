/**
 * Resolves when `begin` calls its argument. If the signal aborts first, calls the function that `begin` returned and
 * rejects with the reason of the signal.
 */
export declare function waitFor(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void>;

/**
 * The calls that clients named with a key. The same request again waits for the same run and gets its result, in any session
 * of this process.
 */
export declare class KeyedCalls {
    #private;
    /** Throws a `ProtocolError` if the key was used for another call. A call that was cancelled or is in error is forgotten. */
    run(runId: string, binding: string, signal: AbortSignal, call: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

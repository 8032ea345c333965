import type { Store } from '../log/log.ts';
export interface RunChangesOptions {
    store: Store;
    /** Streams that are open at once, and those of one caller. */
    limits: {
        streams: number;
        streamsPerPrincipal: number;
    };
    /** Milliseconds between two looks for changes. */
    lookEvery: number;
    /** Ends all streams. */
    signal: AbortSignal | undefined;
    onError: (error: unknown) => void;
}
/**
 * Server-sent events that say that the list of runs has changed; a page then reads again what it shows. One look at the store
 * serves all readers, and a reader that does not keep up gets the newest change only.
 */
export declare class RunChanges {
    #private;
    constructor(options: RunChangesOptions);
    /** Opens a stream of a caller. Throws a `LimitError`. */
    open(caller: string | undefined): ReadableStream<Uint8Array>;
}

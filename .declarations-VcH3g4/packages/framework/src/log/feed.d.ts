/**
 * The log of one session, for all readers of this node.
 *
 * - F1 A reader receives what comes after its place, in order, without a gap or a repeat.
 * - F2 Nothing is read from the log that no reader waits for.
 * - F3 Readers at the end share one read of what is new, and its text; a reader that is behind reads by itself.
 * - F4 What waits for a slow reader is one page. After a page of many bytes, the next one has fewer events.
 */
import type { Log } from './log.ts';
/** A place in the log; the feed moves it. */
export interface Reader {
    lsn: number;
}
export declare class Feed<E> {
    #private;
    constructor(log: Log<E>, sessionId: string, onError: (error: unknown) => void);
    /** Resolves to the next page once there is one, or to `undefined` when the session is gone. Called once at a time per reader. */
    next(reader: Reader): Promise<Uint8Array | undefined>;
    /** Sends a heartbeat to the readers that wait, so that no proxy closes a silent stream. */
    beat(): void;
    leave(reader: Reader): void;
    close(): void;
}

/**
 * Sends messages to one reader, as fast as it reads.
 *
 * - P1 What waits for a slow reader is bounded in bytes. Only the last message of a response may be larger.
 * - P2 A message that a newer one supersedes is dropped, in constant time.
 * - P3 Messages that may be lost are dropped first, the oldest first. If that is not enough, the reader is cut off.
 * - P4 A reader that does not catch up in time is cut off.
 */
import { type Traits } from './backlog.ts';
/** Where a paced writer writes to. */
export interface Sink {
    /** Returns false when the reader is behind. */
    write(text: string): boolean;
    /** Resolves when the reader has caught up or is gone. */
    drained(): Promise<void>;
    /** Closes the connection without an end, so that the response does not look complete. */
    cut(): void;
}
export interface PacedWriterOptions {
    /** Bytes that may wait for the reader. Default 1 MiB. */
    unread?: number | undefined;
    /** Milliseconds that the reader has to catch up. Default 5 minutes. */
    patience?: number;
}
export declare class PacedWriter {
    #private;
    constructor(sink: Sink, { unread, patience }?: PacedWriterOptions);
    get isBehind(): boolean;
    send(text: string, traits?: Traits): void;
    /** Writes everything that waits and the last message, of any size: the response ends with them. */
    finish(last?: string): void;
}

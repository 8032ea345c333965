import type { Log } from './log.ts';
export interface EventStreamsOptions<E> {
    log: Log<E>;
    /** Streams that are open at once. */
    limit: number;
    /** Streams of one caller that are open at once. Default: as many as all together. */
    limitPerCaller?: number;
    /** Milliseconds between two heartbeats. */
    heartbeat: number;
    onError: (error: unknown) => void;
}
/** The logs of sessions as server-sent events. A stream that is not read costs an entry in a map, however much is appended. */
export declare class EventStreams<E> {
    #private;
    constructor(options: EventStreamsOptions<E>);
    /** Streams all that comes after `after`, and then what is appended, until the session is deleted or the reader leaves. */
    open(sessionId: string, after: number, caller?: string): ReadableStream<Uint8Array>;
    /** Ends all streams; clients reconnect to another server and go on where they were. */
    close(): void;
}

import type { Guarded } from '../../http/auth.ts';
import type { Traits } from '../../http/backlog.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
import { type EventLog, type StreamEvent } from './event-log.ts';
import type { RequestId } from './message.ts';
export declare const EVENT_STREAM_HEADERS: {
    'content-type': string;
    'cache-control': string;
    'x-accel-buffering': string;
};
export interface ResumableStreamOptions {
    /** Whether the stream begins with an event without data, so that the client can resume from the start. */
    primed: boolean;
    /** What the calls of the stream are of. */
    concerns?: readonly Guarded[];
    /** The request that the stream responds to, if it is one. */
    request?: RequestId | undefined;
    /** Bytes that may wait for the reader. */
    unread?: number | undefined;
}
/**
 * Server-sent events that outlive their connection. Each event is in the log before it is written; a client that lost its
 * connection, or was cut off because it read too slowly, gets the rest from the log.
 */
export declare class ResumableStream {
    #private;
    readonly number: number;
    /** Called when the client has left. */
    onLost: (() => void) | undefined;
    constructor(number: number, log: EventLog, options: ResumableStreamOptions);
    get concerns(): readonly Guarded[];
    get connected(): boolean;
    /** Whether a client that loses its connection can resume. */
    get resumable(): boolean;
    /** Goes on over this connection after an event; ends an earlier connection. */
    attach(exchange: HttpExchange, after: number, headers?: Readonly<Record<string, string>>): void;
    /** `store` resolves once the event may be written; those after it wait. */
    send(text: string, traits?: Traits, store?: (event: StreamEvent) => Promise<void>): void;
    /** Ends the connection after the last event. */
    finish(): void;
    /** Ends the connection after what waits, not the stream. */
    drop(): void;
}

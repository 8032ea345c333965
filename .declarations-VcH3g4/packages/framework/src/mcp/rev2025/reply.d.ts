import type { Traits } from '../../http/backlog.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
import type { StreamEvent } from './event-log.ts';
import type { RequestId } from './message.ts';
import { type ResumableStream } from './resumable-stream.ts';
/** Stores the events of a call, before they are written. */
export interface Keeper {
    sent(event: StreamEvent): Promise<void>;
    done(event: StreamEvent): Promise<void>;
}
/**
 * The HTTP response to one POST: plain JSON, or a stream of events once a message comes before the JSON-RPC response or the
 * response takes long.
 */
export declare class Reply {
    #private;
    readonly stream: ResumableStream;
    /** Without an exchange the response is a stream that its client resumes. */
    constructor(exchange: HttpExchange | undefined, stream: ResumableStream, owed: readonly RequestId[], options: {
        batch: boolean;
        headers: Readonly<Record<string, string>>;
    });
    /** Stores what is sent from now on. */
    keep(keeper: Keeper): void;
    get isKept(): boolean;
    get connected(): boolean;
    /** Whether all its requests were responded to. */
    get isOver(): boolean;
    /** Sends a message that belongs to a request, before its response. */
    send(text: string, traits: Traits, isQuestion?: boolean): void;
    respond(id: RequestId, text: string): void;
    /** Called when a request was cancelled and gets no response. */
    abandon(id: RequestId): void;
    /** Closes the connection if the client can resume; its calls go on. */
    drop(): void;
}

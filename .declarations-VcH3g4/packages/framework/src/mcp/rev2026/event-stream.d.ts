import type { Traits } from '../../http/backlog.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
export interface EventStreamOptions {
    /** Bytes that may wait for the reader. */
    unread?: number | undefined;
    keepAlive?: number;
}
/** Server-sent events as a response. */
export declare class EventStream {
    #private;
    constructor(exchange: HttpExchange, { unread, keepAlive }?: EventStreamOptions);
    send(data: string, traits?: Traits): void;
    /** Sends the last event, after all that wait. */
    end(data: string): void;
}

import type { Transport } from '@modelcontextprotocol/server';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import { type Message } from './message.ts';
import type { SessionTransport } from './session.ts';
/** A two-way connection to one client. Messages that arrive before there is a handler are kept for it. */
export interface MessagePipe {
    send(message: Message): void;
    onMessage(handler: (message: Message) => void): void;
    /** The promise of the handler is awaited. */
    onClose(handler: () => MaybePromise<void>): void;
}
/** A session over a pipe: all messages go out on it. */
export declare class PipeTransport implements SessionTransport {
    #private;
    onmessage?: Transport['onmessage'];
    onclose?: Transport['onclose'];
    onerror?: Transport['onerror'];
    constructor(pipe: MessagePipe);
    start(): Promise<void>;
    send(message: Message): Promise<void>;
    abandon(): void;
    close(): Promise<void>;
}

import type { Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import type { Guarded } from '../../http/auth.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
import { type Message, type RequestId, type RequestMessage } from './message.ts';
import { type Restored, type StoredSession } from './stored-sessions.ts';
export interface PostOptions {
    batch: boolean;
    headers: Readonly<Record<string, string>>;
    /** Returns what a request names. */
    guardedBy(message: unknown): readonly Guarded[];
}
/** The HTTP side of one session: it decides which response each message goes out on. */
export declare class HttpTransport implements Transport {
    #private;
    readonly sessionId: string;
    onmessage?: Transport['onmessage'];
    onclose?: Transport['onclose'];
    onerror?: Transport['onerror'];
    /** Set once the client has initialized. */
    version: string | undefined;
    /** Called when a client has left a stream that it may resume. */
    onLost: (() => void) | undefined;
    constructor(sessionId: string, unread?: number, stored?: StoredSession);
    /** Takes up the streams of an earlier process. `base` is above the numbers of all its streams. */
    restore({ calls, sent }: Pick<Restored, 'calls' | 'sent'>, base: number, guardedBy: PostOptions['guardedBy']): void;
    /** Resolves once a message that was replayed has its effect. */
    replayed(message: Message): Promise<void>;
    /** Stores a call, and what is sent for it from now on. */
    keep(request: RequestMessage, runId: string): Promise<void>;
    /** Stores the answers to questions of stored calls, before the client is told that they arrived. */
    storeAnswers(messages: readonly Message[]): Promise<void>;
    get connected(): boolean;
    start(): Promise<void>;
    setProtocolVersion(version: string): void;
    /** Returns what a message of the client is about: the call whose question it answers, or that it cancels. */
    concernedBy(message: Message): readonly Guarded[];
    /** Returns what the stream of an event is about. */
    concernedByEvent(eventId: string): readonly Guarded[];
    isRunning(id: RequestId): boolean;
    /** Takes the messages of a POST, at least one of them a request. */
    post(exchange: HttpExchange, messages: readonly Message[], { guardedBy, ...options }: PostOptions): void;
    /** Opens the GET stream; returns false when there is one already. */
    listen(exchange: HttpExchange): boolean;
    /** Resumes a stream after the last event that its client has seen; returns false for an event that does not exist. */
    resume(exchange: HttpExchange, lastEventId: string): boolean;
    send(message: Message, options?: TransportSendOptions): Promise<void>;
    /** Called when a cancelled request has ended: its HTTP response ends without a JSON-RPC response. */
    abandon(id: RequestId): void;
    /** Closes every response that can be resumed. */
    dropReplies(): void;
    close(reason?: string, isLeaving?: boolean): Promise<void>;
}

import type { Transport } from '@modelcontextprotocol/server';
import type { EventHub } from '../core/events.ts';
import type { RequestId } from './message.ts';
import type { Method } from './methods.ts';
/** The official SDK, loaded by the first client that needs it. */
export type Sdk = typeof import('@modelcontextprotocol/server');
/** Carries the messages of a session. */
export interface SessionTransport extends Transport {
    /** Called when a cancelled request has ended; it gets no response. */
    abandon(id: RequestId): void;
    close(reason?: string): Promise<void>;
}
export interface SessionParts {
    info: {
        name: string;
        version: string;
        instructions?: string;
    };
    methods: ReadonlyMap<string, Method>;
    events: EventHub;
    onError(error: unknown): void;
}
export declare const NEEDED_TO_INITIALIZE = "initialize needs protocolVersion, capabilities and clientInfo: { name, version }";
/** One client that has initialized or is about to: its protocol state, its running calls and its subscriptions. */
export declare class Session {
    #private;
    constructor(sdk: Sdk, parts: SessionParts, transport: SessionTransport, principal: string | undefined);
    /** Answers calls itself, which takes a fifth of the SDK's time, and leaves all other messages to the SDK. */
    connect(): Promise<void>;
    /** Halts the calls; resolves when they have ended. */
    close(reason?: string): Promise<void>;
}

import type { Transport } from '@modelcontextprotocol/server';
import type { EventHub } from '../core/events.ts';
import type { Message, RequestId, RequestMessage } from './message.ts';
import type { Method } from './methods.ts';
import { type Restored, type StoredSession } from './stored-sessions.ts';
/** The official SDK, loaded by the first client that needs it. */
export type Sdk = typeof import('@modelcontextprotocol/server');
/** Carries the messages of a session. */
export interface SessionTransport extends Transport {
    /** Stores what is sent for a request from now on, where the session is stored. */
    keep?(request: RequestMessage, runId: string): Promise<void>;
    /** Resolves once the response to a replayed message was sent. */
    replayed?(message: Message): Promise<void>;
    /** Called when a cancelled request has ended; it gets no response. */
    abandon(id: RequestId): void;
    /** `isLeaving`: the responses of stored calls are left to another process. */
    close(reason?: string, isLeaving?: boolean): Promise<void>;
}
export interface SessionParts {
    info: {
        name: string;
        version: string;
        instructions?: string;
    };
    methods: ReadonlyMap<string, Method>;
    /** Whether the tools of the server have views. */
    hasViews: boolean;
    events: EventHub;
    onError(error: unknown): void;
}
export declare const NEEDED_TO_INITIALIZE = "initialize needs protocolVersion, capabilities and clientInfo: { name, version }";
/** One client that has initialized or is about to: its protocol state, its running calls and its subscriptions. */
export declare class Session {
    #private;
    constructor(sdk: Sdk, parts: SessionParts, transport: SessionTransport, principal: string | undefined, stored?: StoredSession);
    /** Answers calls itself, which takes a fifth of the SDK's time, and leaves all other messages to the SDK. */
    connect(): Promise<void>;
    /** Takes the messages that formed the session in an earlier process. */
    replay(messages: readonly Message[]): Promise<void>;
    /** Goes on with the calls of an earlier process. */
    goOn({ answers, calls }: Pick<Restored, 'answers' | 'calls'>): void;
    /** Lets go of the calls that are stored, so that another process goes on with them, and halts the others. */
    leave(reason: string): Promise<void>;
    /** Halts the calls; resolves when they have ended. */
    close(reason?: string, isLeaving?: boolean): Promise<void>;
}

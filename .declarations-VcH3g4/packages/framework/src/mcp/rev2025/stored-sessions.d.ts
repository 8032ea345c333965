import { type Log, type Store } from '../../log/log.ts';
import { type Journal, type JournalWrite } from '../../tools/journal.ts';
import type { Json } from '../../tools/json.ts';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import type { Message, RequestId, RequestMessage } from './message.ts';
/** A record of a session's stream. */
export type SessionEvent = 
/** A message that forms the session: `initialize`, a subscription. */
{
    type: 'message';
    message: Json;
}
/** A call that has asked its client, and the number of its response stream. */
 | {
    type: 'call';
    runId: string;
    stream: number;
    request: Json;
}
/** A question that was sent. */
 | {
    type: 'sent';
    stream: number;
    seq: number;
    text: string;
} | {
    type: 'answer';
    message: Json;
} | {
    type: 'done';
    runId: string;
    stream: number;
    seq: number;
    text: string;
};
/** What a process that takes over a session goes on with. */
export interface Restored {
    stored: StoredSession;
    messages: Message[];
    /** Calls without a response. */
    calls: {
        runId: string;
        stream: number;
        request: RequestMessage;
    }[];
    sent: {
        stream: number;
        seq: number;
        text: string;
    }[];
    answers: Message[];
}
export interface StoredSessionsOptions {
    store: Store;
    leaseTtl: number;
    /** Milliseconds after which an idle session ends. */
    idle: number;
    onError: (error: unknown) => void;
}
export declare class StoredSessions {
    #private;
    constructor(options: StoredSessionsOptions);
    create(id: string, principal: string | undefined, initialize: Message): Promise<StoredSession>;
    /** Takes over the session of a principal, as soon as no other process serves it; `undefined` if there is none, or one serves it. */
    restore(id: string, principal: string | undefined): Promise<Restored | undefined>;
    close(): void;
}
interface StoredSessionOptions {
    store: Store;
    log: Log<SessionEvent>;
    id: string;
    fence: number;
    idle: number;
    expiresAt: () => number;
    onError: (error: unknown) => void;
}
/** A session that this process serves. */
export declare class StoredSession {
    #private;
    /** Called when another process serves the session. */
    onLost: (() => void) | undefined;
    constructor(options: StoredSessionOptions);
    /** Stores what a message changes for the rest of the session. */
    remember(message: Message): Promise<void>;
    append(event: SessionEvent): Promise<void>;
    /** Keeps the session while it is used. Written now and then, not with each request. */
    extend(): void;
    /** Creates the journal of a run that is stored from the moment on at which `keep` is called. */
    createJournal(runId: string): SessionJournal;
    /** Creates the journal of a run that is stored already. */
    openJournal(runId: string): Journal;
    /** Above the number of every stream of an earlier process. */
    get base(): number;
    /** Stops its stored runs at their next write. */
    drain(): void;
    /** Lets another process take it over at once. */
    release(): Promise<void>;
    forget(runId: string): Promise<void>;
    end(): Promise<void>;
}
/** A journal in memory, and from `keep` on in the store. Most calls ask nothing, and write nothing. */
export declare class SessionJournal implements Journal {
    #private;
    constructor(stream: Journal);
    read(): import("../../tools/journal.ts").Recording | undefined;
    append(revision: number, write: JournalWrite): MaybePromise<void>;
    /** Resolves once what was recorded so far is stored. */
    keep(): Promise<void>;
}
/** The messages of a client that change the rest of its session. */
export declare const isForming: ({ method }: {
    method?: string;
}) => boolean;
/** Returns the JSON-RPC id of a message that was sent. */
export declare const idOfText: (text: string) => RequestId | undefined;
export {};

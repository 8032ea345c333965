import type { Clock } from '@sweatpants/framework';
import { type ConnectionStatus, type PageVisibility, type RefusedError, type Requests } from '@sweatpants/framework/chat';
import type { Session } from '../session/session.ts';
export interface DebateSnapshot {
    /** Absent until it is loaded. */
    session?: Session;
    connection: ConnectionStatus;
    /** Why the server refused it. */
    refusal?: RefusedError;
}
/** A debate that is followed, in the form that `useSyncExternalStore` takes. */
export interface DebateStore {
    subscribe(listener: () => void): () => void;
    /** Returns another object only when something has changed. */
    getSnapshot(): DebateSnapshot;
    close(): void;
}
export interface DebateStoreOptions {
    requests: Requests;
    clock: Clock;
    random: () => number;
    page: PageVisibility | undefined;
    onError: (error: unknown) => void;
}
/** Follows a debate while its page is visible, until it is closed. */
export declare function openDebate(sessionId: string, { requests, clock, random, page, onError }: DebateStoreOptions): DebateStore;

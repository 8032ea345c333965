import { type Log, type NewStream, States } from '@sweatpants/framework/log';
import { RoundtableError } from '../errors.ts';
import { type ContextRequest } from './context-request.ts';
import { type DebateState } from './debate-state.ts';
import { type Happening, type RoundtableEvent } from './event.ts';
import type { Session, Verdict } from './session.ts';
import { type SessionState } from './session-state.ts';
/** A session as a list shows it. */
export type SessionSummary = Pick<Session, 'id' | 'topic' | 'mode' | 'currentRound' | 'totalRounds' | 'createdAt' | 'updatedAt'> & {
    status: SessionState;
    agentIds: string[];
    pendingContextRequests: number;
    decision?: string;
    /** How the decision turned out; absent if it cannot turn out right or wrong. */
    outcome?: Verdict | 'unknown';
};
/** Which sessions to list. */
export interface ListOptions {
    status?: SessionState | undefined;
    mode?: string | undefined;
    /** Words that the topic or the decision contains. */
    search?: string | undefined;
    /** Only sessions after the one with this id. */
    after?: string | undefined;
    /** Default: all. */
    limit?: number | undefined;
}
/** A session at a place of its log. */
export interface Loaded {
    session: Session;
    head: number;
}
/** A session that is not stored yet. */
export interface NewSession {
    id: string;
    stream: NewStream<RoundtableEvent>;
    state: DebateState & {
        session: Session;
    };
}
export type DebateStates = States<DebateState, RoundtableEvent>;
export interface SessionManagerOptions {
    log: Log<RoundtableEvent>;
    now?: () => number;
    /** Sessions that one principal may have. Default: any number. */
    limit?: number;
}
/** The sessions of a log: read through snapshots, changed by commands that are appended once. */
export declare class SessionManager {
    #private;
    readonly log: Log<RoundtableEvent>;
    readonly states: DebateStates;
    readonly now: () => number;
    constructor({ log, now, limit }: SessionManagerOptions);
    /** Returns what a store keeps of a session that begins with these happenings. */
    draft(happenings: readonly Happening[]): NewSession;
    /** Throws when a principal has as many sessions as it may have. */
    requireRoom(principal: string | undefined): Promise<void>;
    /** Stores a session. Throws when there is one with its id. */
    create(happenings: readonly Happening[]): Promise<Session>;
    /** Returns the session of a principal, or of no principal. The session of another principal is not found. */
    load(sessionId: string, principal?: string): Promise<Loaded>;
    /** Returns the state of a session of any owner. */
    read(sessionId: string): Promise<DebateState & {
        session: Session;
    }>;
    append(sessionId: string, happenings: readonly Happening[], commandId?: string): Promise<number>;
    /**
     * Appends what `decide` returns and resolves to the place of its last event. A repeated `commandId` resolves to the
     * place of the first. The decision is made again when another event was appended meanwhile.
     */
    command(sessionId: string, decide: (state: DebateState & {
        session: Session;
    }) => readonly Happening[] | Promise<readonly Happening[]>, commandId?: string): Promise<number>;
    /** Lists sessions that match, the latest changed first. */
    list(principal: string | undefined, wanted?: ListOptions): Promise<SessionSummary[]>;
    /** Makes exactly these requests pending. A request that was answered or cleared before stays so. */
    setPendingContextRequests(sessionId: string, requests: readonly Omit<ContextRequest, 'timestamp'>[]): Promise<void>;
    /** Clears requests, so that they are no longer pending. Unknown ids are ignored. */
    clearFulfilledContextRequests(sessionId: string, fulfilledIds: readonly string[]): Promise<void>;
    getPendingContextRequests(sessionId: string): Promise<ContextRequest[]>;
}
/** Returns what a list shows of a session. */
export declare function toAbout({ session }: {
    session: Session;
}): SessionSummary;
export declare const alreadyExists: (sessionId: string) => RoundtableError;

import type { Server } from '@modelcontextprotocol/server';
import type { Store } from '../../log/log.ts';
import { type LogLevel } from '../../tools/effects/emit.ts';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import type { RunOptions } from '../../tools/run-tool.ts';
import type { CallRounds } from '../core/call-rounds.ts';
import type { Catalog } from '../core/catalog.ts';
import type { Sampler } from '../core/sampler.ts';
import type { SessionCall } from './session-call.ts';
import { type SessionOutsideOptions } from './session-outside.ts';
import type { StoredSession } from './stored-sessions.ts';
/** A request within a session. */
export interface Call {
    readonly context: SessionCall;
    readonly server: Server;
    readonly principal: string | undefined;
    /** Where the session is stored. */
    readonly stored: StoredSession | undefined;
    /** The resources whose updates are sent to the session. */
    readonly watched: Set<string>;
    /** The lowest level of log messages that the session receives. */
    readonly level: LogLevel;
    /** Sets the lowest level of log messages that the session receives. */
    setLevel(level: LogLevel): void;
}
type Params = Readonly<Record<string, unknown>>;
export type Method = (params: Params, call: Call) => MaybePromise<Record<string, unknown>>;
export interface MethodParts {
    store: Store;
    signalUrl?: SessionOutsideOptions['signalUrl'];
    /** The name of the server. */
    name: string;
    catalog: Catalog;
    /** Runs the calls of clients that cannot be asked. Without it their questions fail. */
    rounds?: CallRounds | undefined;
    sampler: Sampler;
    /** Milliseconds between two heartbeats of a call. */
    heartbeat?: number | undefined;
    /** Aborts when the server shuts down. */
    closing?: AbortSignal | undefined;
    onVersionChange?: RunOptions['onVersionChange'];
    onError: (error: unknown) => void;
}
/** Creates the methods of a session, except those that the SDK answers: `initialize` and `ping`. */
export declare function createMethods({ name, catalog, rounds, sampler, store, signalUrl, heartbeat, closing, onVersionChange, onError, }: MethodParts): ReadonlyMap<string, Method>;
export {};

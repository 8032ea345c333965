import type { Keyring } from '../../keys/keyring.ts';
import type { Store } from '../../log/log.ts';
import { type Drain } from '../../tools/drain.ts';
import type { RunOptions } from '../../tools/run-tool.ts';
import type { CallRequest, CallRounds, ContinueRequest } from '../core/call-rounds.ts';
import { type Carrier } from '../core/carrier.ts';
import type { Catalog } from '../core/catalog.ts';
import type { Channel } from '../core/channel.ts';
import { type Continued } from '../core/in-words.ts';
import type { Sampler } from '../core/sampler.ts';
import { type Call } from './kept-call.ts';
import type { TaskMachineOptions } from './task-work.ts';
import type { Tasks } from './tasks.ts';
type Result = Record<string, unknown>;
/** One request of a call that may take several. */
export interface RoundRequest extends CallRequest, Call {
}
export interface RoundsOptions {
    store: Store;
    leaseTtl: number;
    catalog: Catalog;
    sampler: Sampler;
    sealed: Carrier;
    tasks: Tasks;
    /** The name of the server, to which its states are bound. */
    audience: string;
    stateTtl: number;
    /** Calls of one principal that are kept at one time. */
    keptCalls: number;
    /** Seals the handles of calls that ask in words. Such a call is stored when absent, and its handle is short. */
    handles?: Keyring | undefined;
    drain: Drain;
    signalUrl?: TaskMachineOptions['signalUrl'];
    /** Milliseconds between two heartbeats of a request. */
    heartbeat?: number | undefined;
    /** Milliseconds for which a request waits for other people before its client is told to come back. */
    patience?: number | undefined;
    onVersionChange: RunOptions['onVersionChange'];
    onError: (error: unknown) => void;
}
/** Runs stateless calls: each request replays the run, takes its answers and goes as far as it can. */
export declare class Rounds implements CallRounds {
    #private;
    constructor(options: RoundsOptions);
    /** Takes up the rounds that other processes have left. */
    start(): Promise<void>;
    close(): Promise<void>;
    /** Resolves to the result of the request; rejects with a `ProtocolError`. */
    run(request: RoundRequest, channel: Channel): Promise<Result>;
    /**
     * Goes on with the call that a handle names: with answers, or to see what became of it. A model reads why its handle is
     * refused; a view gets a JSON-RPC error.
     */
    goOn(continued: Continued, request: ContinueRequest, channel: Channel): Promise<Result>;
    /** Cancels a call that waits for answers: its request was cancelled, and its `finally` blocks run. */
    cancel(id: string): Promise<void>;
}
/** Returns the answers in a request. An answer of the wrong form is refused by its question, which is then asked again. */
export declare function toAnswers(inputResponses: unknown): Record<string, unknown>;
export {};

import { type QuietContext } from './context.ts';
import { type Json } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { type Operation } from './operation.ts';
import { type Deferred, type Outcome } from './outcome.ts';
/** What a run needs done by the code that drives it: a tool call, an event in a log, an approval. Frozen, plain data. */
export interface HostEffect {
    readonly type: 'host';
    /** Stable across replays, and never used for another effect of the run: a host does under this name what it does once. */
    readonly id: string;
    /** The address of its entry in the journal. */
    readonly at: string;
    /** What is to be done. */
    readonly key: string;
    readonly request: Json;
}
/**
 * The code that drives a run, beside its `Peer`: a peer speaks for people and models, a host does what the run cannot do
 * itself. Returns the outcome, or `deferred` and settles later with `RunHandle.settle`, so that the run can park meanwhile.
 * As with a peer, a rejection is not an outcome: it stops the run where it is. An effect without an entry is performed again
 * in the next process.
 */
export interface Host {
    perform(effect: HostEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>;
}
/**
 * Has the host of a run do something, and returns its value as JSON keeps it. For code that comes with its own host, such as
 * the turn of a chat; `T` is what that host returns for `key`.
 */
export declare function callHost<T>(ctx: QuietContext, key: string, request?: unknown): Operation<T>;

import type { Store } from '../log/log.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { ContractCase } from './contract.ts';
/** What the suite appends. */
export interface ContractEvent {
    type: string;
    n?: number;
}
/** A place without streams, and the stores on it. */
export interface LogStorage {
    /** Returns the store of a node. Called once for each case. */
    open(): MaybePromise<Store>;
    /** Returns the store of another node on the same streams. Without it the suite uses one store for both nodes. */
    again?(): MaybePromise<Store>;
    /** Lets at least so many milliseconds pass on the clock of the stores. A negative number sets the clock of the leases back. */
    advance(ms: number): MaybePromise<void>;
    /** Called after the case, also when it failed; closes the stores. */
    close?(): MaybePromise<void>;
}
/**
 * The contract of `Store`, `Log`, `Leases` and `Questions`. `create` returns storage without streams, for each case anew. A case fails
 * when a watcher was not woken within `patience` milliseconds.
 *
 * ```ts
 * describeContract('a sqlite store', logContract(createTemporaryFile))
 * ```
 */
export declare function logContract(create: () => MaybePromise<LogStorage>, { patience }?: {
    patience?: number;
}): ContractCase[];

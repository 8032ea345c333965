import type { Journal } from '../tools/journal.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { ContractCase } from './contract.ts';
/** The storage of one run's journal. */
export interface JournalStorage {
    /** Another handle on it: what one handle was acknowledged, every later one reads. */
    open(): MaybePromise<Journal>;
    /** Called after the case, however it ended. */
    close?(): MaybePromise<void>;
}
/**
 * What every journal does. `create` gives the storage of a run that has not begun; each case has its own.
 *
 * ```ts
 * describeContract('sqlite journal', journalContract(() => ({ open: () => store.journal(crypto.randomUUID()) })))
 * ```
 */
export declare function journalContract(create: () => MaybePromise<JournalStorage>): ContractCase[];

import type { Store } from '../log/log.ts';
import type { Kind } from '../log/node.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { ContractCase } from './contract.ts';
/** A kind of stream under contract: each stream performs a step, waits for an answer, performs another step and ends. */
export interface DrivenSubject {
    readonly kind: string;
    /**
     * Drives the kind on a store, as a process of its own does, and calls `ran` with every step that it performs. Leases
     * and idle time are short, at most 100 ms.
     */
    register(store: Store, ran: (step: string) => void): Pick<Kind<never, never>, 'start' | 'close' | 'isHere'>;
    /** Stores a new stream, as a client does. It is due. */
    begin(store: Store): Promise<string>;
    /** Whether the stream waits for its answer. */
    waits(store: Store, id: string): MaybePromise<boolean>;
    /** Appends the answer, as a client on any node does. */
    answer(store: Store, id: string): Promise<void>;
    isOver(store: Store, id: string): MaybePromise<boolean>;
}
export interface DriverContractOptions {
    /** A new store for each case; the suite closes it. */
    createStore(): MaybePromise<Store>;
    subject: DrivenSubject;
    /** Milliseconds after which something that has not happened never will. Default 10 seconds. */
    patience?: number;
}
/**
 * What every machine keeps on the one driver: it is driven without a client, by one node at a time, to the same end
 * wherever a node dies.
 */
export declare function driverContract({ createStore, subject, patience }: DriverContractOptions): ContractCase[];

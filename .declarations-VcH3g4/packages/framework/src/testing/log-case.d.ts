import type { Appended, Leases, Log, Store, StreamRef } from '../log/log.ts';
import type { RunIndex } from '../log/run-index.ts';
import type { ContractEvent } from './log-contract.ts';
export type ContractLog = Log<ContractEvent>;
/** The log of one kind on two nodes, with their leases and their clock. */
export interface LogsUnderContract {
    store: Store;
    otherStore: Store;
    log: ContractLog;
    leases: Leases;
    other: ContractLog;
    otherLeases: Leases;
    /** The index of the other node. */
    runs: RunIndex;
    advance(ms: number): Promise<void>;
    /** Milliseconds to wait for a watcher. */
    patience: number;
}
export type LogCheck = (logs: LogsUnderContract) => Promise<void>;
/** Longer than any case takes. */
export declare const LONG = 60000;
/** Has passed after `PAST`. */
export declare const SHORT = 50;
export declare const PAST = 100;
/** Returns events that differ by `n`. */
export declare const numbered: (...numbers: number[]) => ContractEvent[];
/** Names a stream of the log under contract. */
export declare const refTo: (id: string) => StreamRef;
/** The kind under test, and another one. */
export declare const KINDS: string[];
/** Creates a stream without a principal. */
export declare const begin: (log: ContractLog, id: string, ...numbers: number[]) => Promise<Appended>;
/** Returns the numbers in a stream, after a check that no place is missing or used twice. */
export declare function numbersOf(log: ContractLog, id: string): Promise<(number | undefined)[]>;
/** Resolves when the act throws or rejects with that error. */
export declare function refused(act: () => unknown, error: new (...args: never[]) => Error): Promise<void>;
/** Acquires a stream for a node that beats, and returns the fence. */
export declare function take(leases: Leases, id: string, node: string): Promise<number>;
/** Returns the time on the clock of the store. */
export declare function timeOf(log: ContractLog): Promise<number>;

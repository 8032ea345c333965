import type { Header, Progress } from '../tools/journal.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { StreamRef } from './log.ts';
/**
 * The runs of a store, of every kind. A row is written in the transaction of the write that it describes, so a list never
 * shows a run that is not stored, nor a state that the run has left.
 */
export interface RunIndex {
    /** Lists runs, the latest changed first. */
    list(filter?: RunFilter): MaybePromise<RunPage>;
    /** Returns the run with this id. */
    find(id: string): MaybePromise<RunRow | undefined>;
    /** Returns how many runs there are in each state. */
    count(): MaybePromise<Record<RunState, number>>;
    /** Counts the runs of a kind and a principal, or those without one, that have not ended, up to `limit`. The time grows with the result. */
    countOpen(kind: string, principal: string | undefined, limit: number): MaybePromise<number>;
}
/**
 * `waiting`: a question, a signal or a sleep is open. `blocked`: the run met code that it was not recorded with, and goes on
 * when code that fits is deployed.
 */
export type RunState = (typeof RUN_STATES)[number];
export declare const RUN_STATES: readonly ['running', 'waiting', 'blocked', 'failed', 'completed', 'cancelled'];
/** The states of a run that has not ended. */
export declare const OPEN_STATES: readonly RunState[];
export interface RunFilter {
    tool?: string;
    state?: RunState;
    principal?: string;
    /** Only runs that have been in their state for at least so many milliseconds. */
    olderThan?: number;
    /** Only runs whose id, tool or principal contains this text, in upper or lower case. */
    search?: string;
    /** `RunPage.next` of the page before. */
    after?: string;
    /** Default 50. */
    limit?: number;
}
export interface RunPage {
    runs: RunRow[];
    /** Passed as `after` for the next page; absent on the last one. */
    next?: string;
}
/** A run as lists show it. `kind` and `id` name its stream. */
export interface RunRow extends StreamRef, RunMark {
    /** The stream that drives the run; absent when it is the run's own. */
    owner?: StreamRef;
    /** Since when the run is in its state. */
    changedAt: number;
}
/** What the index stores of a run when its stream is created. Only `detail` may hold a user's text. */
export interface RunMark extends RunChange {
    tool: string;
    version?: string;
    principal?: string;
    startedAt: number;
}
/** What changes of a run while it runs. */
export interface RunChange {
    state: RunState;
    detail?: RunDetail;
}
export interface RunDetail {
    /** What the run waits for, at most ten. */
    waits?: RunWait[];
    /** Why it failed or is blocked. */
    problem?: string;
}
export interface RunWait {
    /** The type of the effect, as in its entry: `elicit`, `sleep` and so on. */
    kind: string;
    key: string;
    /** The names of those who can answer, where that is not the caller. */
    to?: readonly string[];
    since: number;
}
/**
 * The record by which an operator cancels a run that is driven with another stream. It is appended to that stream, and the
 * machine of the stream halts the run and lists it as cancelled.
 */
export interface RunCancel {
    type: 'run_cancel';
    runId: string;
    time: number;
}
export declare const DEFAULT_PAGE = 50;
/** Returns the state that follows from what is open in a run. */
export declare function toChange({ asked }: Progress): RunChange;
/** Returns the state of a run that has ended, or cannot go on. */
export declare const toProblem: (state: 'failed' | 'blocked', error: unknown) => RunChange;
/** Returns the state of a run that has ended. */
export declare function toEnd(ended: {
    type: 'completed' | 'cancelled';
} | {
    type: 'failed';
    error: unknown;
}): RunChange;
export declare const toMark: ({ tool, version, principal, startedAt }: Header, change: RunChange) => RunMark;
/** A place in a list: when the last run of a page changed, and the number of its row. */
export interface RunPlace {
    changedAt: number;
    number: number;
}
/** Puts a page together from one row more than fits. */
export declare function toPage(rows: readonly (RunPlace & {
    run: RunRow;
})[], limit: number): RunPage;
/** Returns `undefined` for a text that no page returned. */
export declare function readPlace(after: string): RunPlace | undefined;
export declare const countNone: () => Record<RunState, number>;

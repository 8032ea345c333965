import type { Store } from '../log/log.ts';
import { type RunRow } from '../log/run-index.ts';
import type { ClientCapabilities } from '../mcp/core/client-capabilities.ts';
import type { Entry, Recording } from '../tools/journal.ts';
import type { Json } from '../tools/json.ts';
/** A run with all that its stream holds. */
export interface StoredRun {
    run: RunRow;
    /** Whether a live node drives the run. */
    isDriven: boolean;
    arguments: Json;
    /** What the client of the run can do; chats and debates have no client. */
    capabilities?: ClientCapabilities;
    /** `undefined` before the run has recorded anything. */
    recording: Recording | undefined;
}
/** A run as a person reads it. */
export interface ShownRun extends Omit<RunRow, 'detail'>, NonNullable<RunRow['detail']> {
    isDriven: boolean;
    arguments: Json;
    entries: TimedEntry[];
    /** What can be done with the run as it is. */
    actions: RunAction[];
}
export type RunAction = 'cancel' | 'resume' | 'retry' | 'fork' | 'forget';
/** An entry, with the milliseconds since the entry before it in its branch, or since the run began. */
export type TimedEntry = Entry & {
    ms: number;
    /** Whether it is an answer, which a fork can replace. */
    isAnswered: boolean;
};
export declare const isEnded: ({ state }: RunRow) => boolean;
/** Whether a new task can take over the entries of a run: its tool is one of the application. */
export declare const canCopy: ({ owner }: RunRow) => boolean;
export declare const isAnswer: (entry: Extract<Entry, {
    type: 'value';
}>) => boolean;
/** Reads a run without taking it over. Throws a `RunControlError` if there is none. */
export declare function readRun(store: Store, id: string): Promise<StoredRun>;
/** Returns a run with its journal as entries with times and durations. */
export declare function showRun(store: Store, id: string): Promise<ShownRun>;

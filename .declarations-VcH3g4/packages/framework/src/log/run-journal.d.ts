import type { CallJournals } from '../tools/call-tool.ts';
import type { Drain } from '../tools/drain.ts';
import type { Entry, Header, Journal, JournalWrite, Progress, Recording } from '../tools/journal.ts';
import type { Json } from '../tools/json.ts';
import { type Attachments } from './attachments.ts';
import { type LogEntry, type Store, type Under } from './log.ts';
import { type RunChange } from './run-index.ts';
/** What the register of a run holds beside its entries: everything that changes. */
export interface RunRegister {
    header: Header;
    /** Absent when it is too large for a register: then the last `progress` record has it. */
    progress?: Progress;
    /** How many writes there have been. */
    revision: number;
    /** The entries up to this place belong to a run that was started over. */
    after: number;
}
/** A record of a run's stream. */
export type RunEvent = Entry | {
    type: 'progress';
    progress: Progress;
} | {
    type: 'call';
    arguments: Json;
};
/** The journals of the runs that are driven with a stream. */
export interface RunStreams {
    /** With `listed` the run is in the store's index of runs, so the machine of the stream also reads `RunCancel` records. */
    journal(runId: string, listed?: ListedCall): Journal;
    /** Changes the state of a listed run in the index; without `change` to the state that its journal says. */
    mark(runId: string, change?: RunChange, expiresAt?: number): Promise<void>;
    read(runId: string): Promise<Recording | undefined>;
    delete(runId: string): Promise<void>;
    /** Large data of results: it stays when runs are deleted, until the stream is. */
    readonly attachments: Attachments;
}
/** What is called in a listed run: kept with its journal, so that the run can be replayed. */
export interface ListedCall {
    arguments: Json;
}
/** `drain` stops each run at its next write once the stream is being released. */
export declare function createRunStreams(store: Store, under: Under, drain: Drain): RunStreams;
/** Reads the journal of a run without taking it over. */
export declare function readRun(store: Store, runId: string): Promise<Recording | undefined>;
/** The journal of a run that no driver drives: a second writer is refused with a `JournalConflictError`. */
export declare const createRunJournal: (store: Store, runId: string) => Journal;
export interface RunsOptions {
    /** Milliseconds that a journal is kept after its last write. Default 30 days. */
    keepFor?: number;
}
/**
 * The journals of runs that no driver drives, by id: the `runs` of `callTool`. A server on the same store, such as a chat, deletes those
 * that have expired.
 */
export declare function createRuns(store: Store, { keepFor }?: RunsOptions): CallJournals;
/** Splits a write into records and what the register takes of the progress. */
export declare function toRunEvents({ entries, progress }: JournalWrite): {
    events: RunEvent[];
    progress: {
        progress?: Progress;
    };
};
/** Puts a recording together from the register and the records of a run. */
export declare function toRecording(register: unknown, events: readonly LogEntry<RunEvent>[]): Recording;

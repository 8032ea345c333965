import type { Driven } from '../../log/driver.ts';
import type { LogEntry } from '../../log/log.ts';
import type { QuestionChanges } from '../../log/questions.ts';
import { type RunChange } from '../../log/run-index.ts';
import { type RunEvent, type RunRegister } from '../../log/run-journal.ts';
import { type Journal, type JournalWrite, type Progress, type Recording } from '../../tools/journal.ts';
/** Returns the recording in a stream that holds other events beside those of its run; `undefined` before the run has begun. */
export declare function readRecording(register: Partial<RunRegister>, events: readonly LogEntry<{
    type: string;
}>[]): Recording | undefined;
/** What is written together with the run. */
interface Composed {
    /** Adds to the run's register what else is kept beside the stream. */
    register(register: RunRegister): {
        [key: string]: unknown;
    };
    questions?(): QuestionChanges | undefined;
}
/** The journal of a run whose stream also holds what the run was told: a task, a kept call. */
export declare class StreamJournal implements Journal {
    #private;
    constructor(driven: Pick<Driven<unknown, RunEvent>, 'write'>, recording: Recording | undefined, register: Partial<RunRegister>, composed: Composed);
    /** What is open in the run; `undefined` before it has begun. */
    get progress(): Progress | undefined;
    /** How lists show the run. */
    get run(): RunChange;
    /** What changes beside the entries; `undefined` before the run has begun. */
    get register(): RunRegister | undefined;
    read(): Recording | undefined;
    append(revision: number, write: JournalWrite): Promise<void>;
}
export {};

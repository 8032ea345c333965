import type { Clock } from './clock.ts';
import { type Entry, type Fact, type Header, type Progress } from './journal.ts';
import { type MaybePromise } from './maybe-promise.ts';
import type { Pending } from './pending.ts';
import type { RunOptions } from './run-tool.ts';
import type { McpTool } from './tool.ts';
/** A run's side of its journal: what was recorded and is still to be handed out, and what is to be written. */
export declare class Recorder {
    #private;
    opened: boolean;
    /** Whether there was anything to go on from. */
    recalled: boolean;
    /** The span in which the run goes on here; that of a new run is written to its header. */
    traceparent: string | undefined;
    constructor(tool: McpTool, params: unknown, options: RunOptions, clock: Clock);
    /** Reads the journal. */
    open(): MaybePromise<void>;
    /** The tool, in the version that the run began with. */
    get tool(): McpTool;
    get progress(): Progress;
    /** The header, if it was read or made already. */
    get known(): Header | undefined;
    /** Made when it is first read, written before anything is performed (R12). */
    get header(): Header;
    /**
     * Takes the digest of the arguments before the body can change them. Returns an error if they are not JSON.
     */
    sealParams(): Error | undefined;
    /** Whether something beside the entries is not written yet, in a run that has begun. */
    get unwritten(): boolean;
    /** The next recorded entry that is still to be handed out. */
    next(): Entry | undefined;
    /** Takes a phase's recorded outcome for its steps: the tool will not yield the effects below `path` again. */
    supersede(address: string, path: string): boolean;
    /** Whether the run takes a change of the code. The first time that it is asked decides: only a run that does not replay takes it. */
    isPatched(name: string, isReplaying: boolean): boolean;
    /** Something beside the entries changed; it is written with the next entry, or before the run parks. */
    touch(): void;
    /** When a question was asked or a sleep began, kept from the first time, with what was shown (R14). */
    date({ address, effect }: Pending): number;
    /** Counts an answer that was refused. Returns how many were. */
    refuse(pending: Pending, problem: string): number;
    /** Counts that a question shows something else than when it was asked, and dates it anew. Returns how often it has changed. */
    change(pending: Pending): number;
    forget(address: string): void;
    /** What every entry about an effect holds (R2). */
    fact({ address, effect }: Pending): Fact;
    append(entry: Entry): MaybePromise<void>;
    /** Makes sure that all is written so far, and these entries: the header before the first effect, dates before questions. */
    flush(entries?: readonly Entry[]): MaybePromise<void>;
}

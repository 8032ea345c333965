import type { Json, McpTool } from '@sweatpants/framework';
import { type Log, type Store } from '@sweatpants/framework/log';
import type { Model } from '@sweatpants/framework/models';
import type { ListedRun } from './project.ts';
import { type Replayed } from './replay.ts';
import type { RunEvent, Samples } from './run-event.ts';
import { type RunAbout } from './run-state.ts';
export interface RunsOptions {
    store: Store;
    model: Model;
    /** Returns the tools as they are now. */
    tools(): readonly McpTool[];
    /** Called after each change of a run with the place of its last event; without one when the run was deleted. */
    onChange(runId: string, change: {
        head: number;
        about: RunAbout;
    } | undefined): void;
    onError(error: unknown): void;
}
/**
 * The runs of a project: streams of the store, each with its journal under it. A run is driven only by the process in which a
 * person started or resumed it; a run that another process left is paused, unless a person has cancelled it.
 */
export declare class Runs {
    #private;
    readonly log: Log<RunEvent>;
    constructor(options: RunsOptions);
    /** Pauses the runs that earlier processes have left, soon after. */
    start(): Promise<void>;
    list(): Promise<ListedRun[]>;
    begin(tool: string, params: Json, samples: Samples): Promise<string>;
    /** `attempt` is the one that the person saw: an answer counts only for the question that was shown. */
    answer(runId: string, { id, attempt, answer }: {
        id: string;
        attempt: number;
        answer: Json;
    }): Promise<void>;
    /** Goes on from the journal, with the tool as it is now. */
    resume(runId: string): Promise<void>;
    cancel(runId: string): Promise<void>;
    delete(runId: string): Promise<void>;
    replay(runId: string, at: number): Promise<Replayed>;
    /** Goes on with changed tools: runs that wait start over from their journals, and runs that did not fit are tried again. */
    reload(): Promise<void>;
    /** Pauses every run. */
    close(): Promise<void>;
}

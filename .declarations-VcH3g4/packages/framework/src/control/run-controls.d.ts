import type { Store } from '../log/log.ts';
import { type Json } from '../tools/json.ts';
import type { McpTool } from '../tools/tool.ts';
import { type AskedQuestion } from './asked-question.ts';
import { type ShownRun } from './read-run.ts';
export interface RunControlsOptions {
    store: Store;
    /** The tools of the runs, as they are deployed: they check the answer of a fork. Default: none, and the new run checks it. */
    tools?: readonly McpTool[] | (() => readonly McpTool[]);
    /** Milliseconds that a new run may take, and that it is kept after its end. Default 7 days. */
    ttl?: number;
    now?: () => number;
}
export interface RunControls {
    show(id: string): Promise<ShownRun>;
    /** Returns what the entry `at` answers, as the tool asks it now; `undefined` if `tools` does not have the tool. */
    question(id: string, at: number): Promise<AskedQuestion | undefined>;
    /** Halts the run wherever it is; its `finally` blocks run. Resolves when the cancel is stored. */
    cancel(id: string): Promise<void>;
    /** Makes a blocked run due at once, for nodes that have code that fits it. Resolves when that is stored. */
    resume(id: string): Promise<void>;
    /**
     * Begins a run that has the first `from` entries of this one, and resolves to its id. Its steps have the same idempotency
     * keys. Default: all entries before the last one that failed. A run that runs or waits is refused: two runs would go on.
     */
    retry(id: string, from?: number): Promise<string>;
    /** Begins a run that is the same up to an answer and gets another one there, and resolves to its id. Refuses an answer that does not fit its question. */
    fork(id: string, at: number, answer: Json): Promise<string>;
    /** Deletes a run that has ended, or that no node drives. */
    forget(id: string): Promise<void>;
}
export declare function createRunControls({ store, tools, ttl, now }: RunControlsOptions): RunControls;

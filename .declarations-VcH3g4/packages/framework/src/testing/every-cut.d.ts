import type { Entry } from '../tools/journal.ts';
import type { RunResult } from '../tools/run-tool.ts';
import { type CuttableJournal } from './cuttable-journal.ts';
/** A run that was killed after one write to its journal, and then rebuilt from the journal alone. */
export interface Cut<T> {
    /** The write it died after; the first is 1. */
    after: number;
    /** What was recorded when it died. */
    entries: readonly Entry[];
    /** How the rebuilt run ended. */
    result: RunResult<T>;
    /** What is recorded now. */
    journal: CuttableJournal;
}
/**
 * Kills a run after each write to its journal, one at a time, and lets a new process go on from there.
 *
 * `run` is one process: it makes everything it needs anew except the journal, and runs the tool to its end.
 *
 * ```ts
 * const { whole, cuts } = await cutEverywhere((journal) => runTool(tool, params, { journal, peer: createPeer() }))
 * for (const { result } of cuts) expect(result).toEqual(whole)
 * ```
 */
export declare function cutEverywhere<T>(run: (journal: CuttableJournal) => Promise<RunResult<T>>): Promise<{
    whole: RunResult<T>;
    cuts: Cut<T>[];
}>;

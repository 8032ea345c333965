import { SweatpantsError } from '../tools/errors.ts';
import type { Entry, Journal, Recording } from '../tools/journal.ts';
/** The process that held this journal is dead, as far as the test goes: what it wrote is kept, the rest never happened. */
export declare class JournalCut extends SweatpantsError {
    name: string;
    /** How many writes were kept before. */
    readonly writes: number;
    constructor(writes: number);
}
export interface CuttableOptions {
    /** The write after which the journal dies; it never does when absent. */
    cutAfter?: number;
}
export interface CuttableJournal extends Journal {
    read(): Recording | undefined;
    /** How many writes were made through this handle. */
    readonly writes: number;
    readonly entries: readonly Entry[];
    /** Another handle on the same contents, as the next process has it. */
    reopen(options?: CuttableOptions): CuttableJournal;
}
/**
 * A journal that dies after its nth write: that write is kept, `append` throws, and the run stops there, before the tool
 * sees it.
 *
 * ```ts
 * const whole = createCuttableJournal()
 * const expected = await runScript(tool, params, { ...script, journal: whole })
 * for (let cutAfter = 1; cutAfter <= whole.writes; cutAfter++) {
 *   const journal = createCuttableJournal({ cutAfter })
 *   await expect(runTool(tool, params, { peer, journal })).rejects.toThrow(JournalCut)
 *   expect(await runTool(tool, params, { peer, journal: journal.reopen() })).toMatchObject({ value: expected.value })
 * }
 * ```
 */
export declare function createCuttableJournal(options?: CuttableOptions): CuttableJournal;

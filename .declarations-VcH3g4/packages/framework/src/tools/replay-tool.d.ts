import type { LogEffect, NotifyEffect } from './effects/emit.ts';
import { type Recording } from './journal.ts';
import type { Ended } from './run-handle.ts';
import type { RunWatcher } from './run-watcher.ts';
import type { McpTool } from './tool.ts';
export interface ReplayWatcher extends RunWatcher {
    /** Called for each `ctx.log` and `ctx.notify`, also for those that the run had sent before. */
    emitted(effect: LogEffect | NotifyEffect): void;
}
/**
 * Runs a tool on the entries of a recording and performs nothing: no step runs, no question is asked, nothing is written.
 * Resolves to how the tool ended, or to `undefined` if it waits for an outcome that the recording does not have. Rejects
 * with a `DivergenceError` or `VersionError` if the recording does not fit the tool.
 */
export declare function replayTool(tool: McpTool, params: unknown, { header, entries }: Recording, watcher?: ReplayWatcher): Promise<Ended | undefined>;

import { type RunResult } from '@sweatpants/framework';
import type { RunStop } from './run-event.ts';
type Ended = Exclude<RunResult, {
    type: 'parked';
}>;
/** Returns the end of a run as the page shows it. */
export declare function showStop(result: Ended | {
    type: 'broken';
    error: unknown;
}): RunStop;
export {};

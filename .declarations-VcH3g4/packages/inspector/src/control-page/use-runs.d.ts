import type { RunRow } from '@sweatpants/framework/log';
import { type Choice, type Counts } from './requests.ts';
export interface Listed {
    runs: readonly RunRow[];
    hasMore: boolean;
}
interface Runs {
    listed: Listed | undefined;
    /** Of all runs, by state. They arrive with the changes, since the list need not wait for them. */
    counts: Counts | undefined;
    change: number;
    isAway: boolean;
    more(): void;
}
/**
 * The runs that a person chose to see, read again whenever the store has changed. `change` grows with each change, so that the
 * run that is open is read again too.
 */
export declare function useRuns(choice: Choice): Runs;
export {};

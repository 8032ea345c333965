import type { RunRow } from '@sweatpants/framework/log';
import { type Choice, type Counts } from './requests.ts';
export interface Listed {
    runs: readonly RunRow[];
    counts: Counts;
    hasMore: boolean;
}
/**
 * The runs that a person chose to see, read again whenever the store has changed. `change` grows with each change, so that the
 * run that is open is read again too.
 */
export declare function useRuns(choice: Choice): {
    listed: Listed | undefined;
    change: number;
    isAway: boolean;
    more(): void;
};

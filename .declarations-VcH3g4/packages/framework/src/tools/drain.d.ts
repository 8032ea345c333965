import { SweatpantsError } from './errors.ts';
import type { Journal } from './journal.ts';
/** The run was let go, while it waited or between two steps: its journal has all of it. */
export declare class Drained extends SweatpantsError {
    name: string;
}
/** Stops runs between steps once it is asked to: each ends at its next write, which is kept. */
export declare class Drain {
    #private;
    get signal(): AbortSignal;
    begin(): void;
    over(journal: Journal): Journal;
}

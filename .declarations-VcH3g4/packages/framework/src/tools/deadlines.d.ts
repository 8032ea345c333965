import type { Pending } from './pending.ts';
/** Pending effects by deadline, the soonest first: a binary heap. An effect that no longer waits is skipped when its turn comes. */
export declare class Deadlines {
    #private;
    add(pending: Pending): void;
    /** The soonest deadline of an effect that still waits. */
    soonest(): number;
    /** Takes out what is over by now. */
    due(now: number): Pending[];
}

import type { Clock } from '../tools/clock.ts';
import type { Run } from '../tools/run.ts';
/** What reaches a run from outside, at its time. */
export interface Delivery {
    /** Milliseconds from now. */
    milliseconds: number;
    /** Aborts when the run waits for it no more. */
    signal: AbortSignal;
    deliver(run: Run, at: number): void;
}
/** Answers and signals of a script that are on their way. */
export declare class Deliveries {
    #private;
    constructor(clock: Clock);
    add(delivery: Delivery): void;
    /** When the next one arrives. */
    get nextAt(): number;
    /** Hands in what has arrived by now, in the order of its time. */
    deliver(run: Run): void;
}

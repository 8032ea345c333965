import type { Clock } from '../../tools/clock.ts';
/** The time between attempts: grows after each, has jitter, and ends early when the page learns that the network is back. */
export declare class Backoff {
    #private;
    constructor(clock: Clock, random: () => number);
    /** Something came back: the next failure is the first again. */
    reset(): void;
    /** Ends the wait, or leaves out the next. */
    hurry(): void;
    wait(signal: AbortSignal): Promise<void>;
}

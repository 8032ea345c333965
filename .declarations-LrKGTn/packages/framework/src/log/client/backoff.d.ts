import type { Clock } from '../../tools/clock.ts';
/** The time between attempts: longer after each, not in step with other clients, and over when somebody knows more. */
export declare class Backoff {
    #private;
    constructor(clock: Clock, random: () => number);
    /** Something came back: the next failure is the first again. */
    reset(): void;
    /** Ends the wait, or leaves out the next. */
    hurry(): void;
    wait(signal: AbortSignal): Promise<void>;
}

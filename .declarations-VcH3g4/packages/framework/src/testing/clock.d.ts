import type { Clock } from '../tools/clock.ts';
/** Time that passes only when the test says so, or when nothing else can happen before the next alarm. */
export interface VirtualClock extends Clock {
    /**
     * Lets time pass, and rings what is due on the way in its order. Between alarms it waits for the woken callers, so that
     * what they set is rung too.
     */
    advance(ms: number): Promise<void>;
}
/** A clock for tests: `ctx.sleep` of days is over at once, and nothing ever waits for real time. */
export declare function createVirtualClock(start?: number): VirtualClock;

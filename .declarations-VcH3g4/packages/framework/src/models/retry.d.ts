import { type Clock } from '../tools/clock.ts';
import { type Model } from './model.ts';
export interface RetryOptions {
    /** Calls in total, including the first. Default 3. */
    attempts?: number;
    /** The longest first wait, in milliseconds; the limit doubles with each attempt. Default 1,000. */
    firstDelay?: number;
    /** The longest wait, in milliseconds. If the provider asks for a longer one, the call fails. Default 60,000. */
    maxDelay?: number;
    clock?: Clock;
    /** From 0 up to 1: spreads the retries of calls that failed together. Default `Math.random`. */
    random?: () => number;
}
/**
 * Retries errors that may pass, after the time that the provider names or else with exponential backoff. A reply whose first
 * part has been streamed is not retried. Goes around `withLane`, so that a call that waits here takes up no place in the lane.
 */
export declare function withRetry(model: Model, options?: RetryOptions): Model;

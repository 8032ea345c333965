/** How often a step is attempted, and how long it rests in between. */
export interface RetryOptions {
    /** How often the step is attempted in all, the first time included. */
    attempts: number;
    /**
     * Milliseconds before the next attempt: always the same, growing by `factor` up to `max`, or what a function returns for the
     * number of the attempt that failed. Default: 1 second, doubled each time up to 1 minute.
     */
    backoff?: number | {
        initial: number;
        factor?: number;
        max?: number;
    } | ((attempt: number) => number);
    /** Milliseconds from the first attempt after which no other one begins. */
    maxElapsed?: number;
    /** Whether another attempt may succeed where one has thrown this. Default: always. */
    retryOn?: (error: unknown) => boolean;
}
/** Throws a `ToolUsageError` for options that mean nothing. */
export declare function checkRetry(step: string, { attempts, maxElapsed, backoff, retryOn }: RetryOptions): void;
/** A failed attempt: which one, when it failed, and when the first one began. */
interface Attempt {
    attempt: number;
    since: number;
    now: number;
}
/** Returns when the next attempt begins, or `undefined` if this error is the last. Throws what `retryOn` and `backoff` throw. */
export declare function nextAttemptAt(step: string, retry: RetryOptions, error: unknown, failed: Attempt): number | undefined;
export {};

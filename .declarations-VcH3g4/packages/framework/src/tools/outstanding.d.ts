import type { Clock } from './clock.ts';
/** Promises that the tool does not wait for, and that must have settled before the run ends. */
export declare class Outstanding {
    #private;
    constructor(onError: (error: unknown) => void);
    add(promise: Promise<unknown>): void;
    /**
     * Resolves when all have settled, or when the time is up: then the rest is forgotten, and `onOverdue` is called. Returns
     * `undefined` when there is nothing to wait for.
     */
    settled(clock: Clock, limit: number, onOverdue: () => void): Promise<void> | undefined;
}

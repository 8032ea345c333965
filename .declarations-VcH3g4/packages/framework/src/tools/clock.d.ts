/** Time as the runtime sees it; a test brings its own. */
export interface Clock {
    now(): number;
    /**
     * Calls `ring` at the time `at`, once, unless the returned function is called first.
     * `idle` says that nothing else can happen before, so a virtual clock may jump there.
     */
    alarm(at: number, ring: () => void, idle: boolean): () => void;
}
export declare const systemClock: Clock;
/** A run waits here until something happens, its signal aborts or its alarm rings. */
export declare class Bell {
    #private;
    constructor(clock: Clock, signal: AbortSignal | undefined);
    ring(): void;
    /** Nothing outlives the wait: no timer, no listener. */
    wait(until: number, idle: boolean): Promise<void>;
}

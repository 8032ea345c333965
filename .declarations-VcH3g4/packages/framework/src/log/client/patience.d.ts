import type { Clock } from '../../tools/clock.ts';
/** Aborts a request that times out, or whose caller aborts. */
export declare class Patience {
    #private;
    readonly signal: AbortSignal;
    constructor(clock: Clock, owner: AbortSignal);
    heard(): void;
    /** The request is over, or is to be. */
    end(): void;
}

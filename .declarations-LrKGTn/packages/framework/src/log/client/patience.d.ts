import type { Clock } from '../../tools/clock.ts';
/** Aborts a request when nothing was heard of it for too long, or when whoever made it stops. */
export declare class Patience {
    #private;
    readonly signal: AbortSignal;
    constructor(clock: Clock, owner: AbortSignal);
    heard(): void;
    /** The request is over, or is to be. */
    end(): void;
}

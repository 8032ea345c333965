import { type Clock } from '../tools/clock.ts';
import type { Model, ModelCall } from './model.ts';
export interface LaneLimits {
    /** The most calls that run at once. */
    concurrency: number;
    /** The most calls that start within any minute. Default: no limit. */
    perMinute?: number;
}
/** Limits the calls to a provider, for all callers together. If the lane is full, callers take turns. */
export interface Lane {
    readonly limits: LaneLimits;
    /** Runs `work` once there is room. If the signal aborts first, the call leaves the queue and `run` rejects. */
    run<T>(call: Pick<ModelCall, 'signal' | 'caller'>, work: () => Promise<T>): Promise<T>;
}
/** A separate lane; `laneOf` returns the one that all calls to a provider share. */
export declare function createLane(limits: LaneLimits, clock?: Clock): Lane;
/** Callers take turns; the items of one caller are served in their order. */
export declare class FairQueue<T> {
    #private;
    get isEmpty(): boolean;
    push(caller: string, item: T): void;
    shift(): T | undefined;
    delete(caller: string, item: T): void;
}
/** A model whose calls go through a lane. A call that waits in the queue does not count towards the limits. */
export declare const withLane: (model: Model, lane: Lane) => Model;
/**
 * The lane that all calls of this process to a provider share. `<PROVIDER>_CONCURRENCY` and `<PROVIDER>_REQUESTS_PER_MINUTE`
 * set its limits when the lane is first used, as in `ANTHROPIC_CONCURRENCY=4`; the default is the provider's `concurrency`,
 * without a limit per minute.
 */
export declare function laneOf(provider: string): Lane;

import type { Clock } from '../tools/clock.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { ContractCase } from './contract.ts';
export interface ClockUnderContract {
    clock: Clock;
    /** Lets at least so many milliseconds pass on the clock, and what is due ring. */
    advance(ms: number): Promise<void>;
}
/** What every clock does. Each case has a clock of its own. */
export declare function clockContract(create: () => MaybePromise<ClockUnderContract>): ContractCase[];

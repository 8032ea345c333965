import type { Carried, Carrier } from '../mcp/core/carrier.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { ContractCase } from './contract.ts';
/** A carrier whose states are valid for a minute of a clock that the case sets. */
export interface CarrierUnderContract {
    carrier: Carrier;
    setTime(time: number): void;
    /** Called after the case, however it ended. */
    close?(): MaybePromise<void>;
}
/** Milliseconds for which the states of a carrier under contract are valid. */
export declare const CONTRACT_TTL = 60000;
/** What every carrier does. `create` returns a carrier whose clock is at 0; each case has its own. */
export declare function carrierContract(create: () => MaybePromise<CarrierUnderContract>): ContractCase[];
/** Returns a run between two rounds; each has its own id, as every run has. */
export declare function toCarried(...values: unknown[]): Carried;

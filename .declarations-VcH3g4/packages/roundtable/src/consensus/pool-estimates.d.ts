import type { NumberRange } from '../session/response.ts';
/** The distribution of a panel's estimates. */
export interface PooledEstimate {
    median: number;
    /** The true number lies between them with a chance of 80%, if the seats are right about their own ranges. */
    low: number;
    high: number;
}
/**
 * Pools estimates into one distribution, the mixture of the seats' own: half of a seat is at its number, and a quarter at each end
 * of its range. Seats count the same.
 */
export declare function poolEstimates(estimates: readonly NumberRange[]): PooledEstimate | undefined;
/** Where an estimate is relative to a number: its range contains the number, or is below or above it. */
export declare function placeOf({ value, low, high }: NumberRange, number: number): 'within' | 'below' | 'above';

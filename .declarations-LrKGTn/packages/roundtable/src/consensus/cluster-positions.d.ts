import type { Said } from './said.ts';
/**
 * Groups positions that say the same: returns a number for each, equal within a group. Positions that are similar in words or share
 * each other explicitly are joined, the most similar first, unless that would join two that conflict. A position that
 * is similar to no other joins the previous position of its seat.
 */
export declare function clusterPositions(topic: string, taken: readonly Taken[]): number[];
/** One of all the positions that were taken. */
interface Taken {
    position: string;
    /** Indexes of positions that the seat says it shares. */
    shares: readonly number[];
    /** Index of the previous position of the seat, unless the seat says that it changed its mind. */
    before?: number;
}
export declare function toTaken(said: readonly Said[]): Taken[];
export {};

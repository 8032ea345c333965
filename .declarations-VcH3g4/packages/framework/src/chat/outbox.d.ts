import type { Patch } from './patch.ts';
/** Patches that are not appended yet. Pieces of one text are joined, so that a fast model does not write a row per token. */
export declare class Outbox {
    #private;
    get isEmpty(): boolean;
    /** Whether it holds more than pieces of text, which can wait a moment. */
    get isUrgent(): boolean;
    add(patch: Patch): void;
    /** Takes back what could not be appended. */
    putBack(patches: readonly Patch[]): void;
    take(): Patch[];
}
/**
 * Returns the milliseconds for which pieces of a text are gathered, from those that the last append took. A node that is
 * behind would otherwise write more and smaller pieces, and fall further behind.
 */
export declare const gatherTime: (appendTime: number) => number;

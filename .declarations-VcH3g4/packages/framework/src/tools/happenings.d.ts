import type { Branch } from './branch.ts';
import type { Fiber } from './fiber.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { Pending } from './pending.ts';
/** Something that has happened and is not recorded yet. */
export type Happening = When & ({
    type: 'settled';
    pending: Pending;
    outcome: Outcome;
    by?: string | undefined;
} | {
    type: 'retried';
    pending: Pending;
    failure: Failure;
    nextAt: number;
} | {
    type: 'overrun';
    branch: Branch;
} | {
    type: 'abandoned';
    fiber: Fiber;
});
interface When {
    /** When it was due, or when it arrived. */
    time: number;
    /** Due by itself: a deadline wins over an answer that arrives at the same time. */
    isDue: boolean;
    /** The order in which the effects were opened; `LAST` keeps the order in which they were added. */
    order: number;
}
export declare const LAST: number;
/** What has happened, sorted by when it did (R16). */
export declare class Happenings {
    #private;
    add(happening: Happening): void;
    /** Thousands of answers may arrive at once, in any order. */
    addAll(happenings: Happening[]): void;
    takeFirst(): Happening | undefined;
}
export {};

import type { Ended } from './fiber.ts';
import type { Entry } from './journal.ts';
import { type MaybePromise } from './maybe-promise.ts';
import { type Outcome } from './outcome.ts';
import type { Pending } from './pending.ts';
import type { Run } from './run.ts';
/**
 * What becomes of an outcome: an entry and what the tool sees of it; one of several answers, with its entry; or the same
 * question once more (R7, R11).
 */
export type Verdict = {
    type: 'recorded';
    entry: Entry;
    given: Ended;
} | {
    type: 'kept';
    entry: Extract<Entry, {
        type: 'partial';
    }>;
} | {
    type: 'refused';
};
export declare function judge(run: Run, pending: Pending, outcome: Outcome): MaybePromise<Verdict>;
/** The pending effect that a recorded entry is about, or a `DivergenceError` that names what is recorded and what is asked (R2). */
export declare function matchEntry(entry: Exclude<Entry, {
    type: 'halted';
}>, open: ReadonlyMap<string, Pending>): Pending;
export declare function refuseAnswer(pending: Pending, problem: string): never;

import type { Branch } from './branch.ts';
import { History } from './history.ts';
import type { Pending } from './pending.ts';
import type { Run } from './run.ts';
/** How a fiber ended. */
export type Ended = {
    type: 'value';
    value: unknown;
} | {
    type: 'error';
    error: unknown;
} | {
    type: 'halted';
};
/** One generator that runs on its own. It advances until it waits, and it is resumed by what it waited for. */
export declare class Fiber {
    #private;
    readonly run: Run;
    readonly branch: Branch;
    ended: Ended | undefined;
    /** The path of forks that lead to this fiber. Unlike a branch's path, no two fibers share one. */
    readonly place: string;
    /** What was asked and answered on the way here (R15). */
    history: History | undefined;
    /** How many effects it has opened, values it has drawn, and groups of fibers it has forked. */
    effects: number;
    drawn: number;
    forks: number;
    /** What it waits for: an effect's outcome, or fibers of its own. */
    pending: Pending | undefined;
    group: Group | undefined;
    constructor(run: Run, branch: Branch, parent: Fiber | undefined, start: () => Iterator<unknown, unknown, unknown>, onEnd: (ended: Ended) => void, place?: string);
    /** True in a `finally` that runs because of a halt, here or above. */
    get cleaning(): boolean;
    resumeWith(resume: Ended): void;
    /** Ends the fiber where it waits: its own fibers first, then its `finally` blocks. With a reason, it ends in that error. */
    halt(reason?: Error): void;
    /** Runs as far as it can go (R3). */
    advance(): void;
    /** Drops the fiber where it waits, with all that it has forked, and lets its parent go on. */
    abandon(): void;
    /** Ends the fiber where it waits without running anything more of it, and without telling its parent. */
    drop(): void;
    /** What it waits for, as a message names it. */
    get waitsFor(): string;
}
/** The fibers that another fiber waits for. The owner is resumed when the last one has ended, never before. */
export declare class Group {
    #private;
    /** `name` tells a group that is not forked again on replay from those that are. */
    constructor(owner: Fiber, type: 'one' | 'all' | 'race', onEnd: (ended: Ended) => void, name?: string);
    add(branch: Branch, start: () => Iterator<unknown, unknown, unknown>): Fiber;
    halt(): void;
    drop(): void;
    get waitsFor(): string;
}
/** First in, first out. The `shift` of an array moves all that is left. */
export declare class Queue<T> {
    #private;
    get size(): number;
    push(item: T): void;
    shift(): T | undefined;
}

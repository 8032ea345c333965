import { Branch, type BranchOptions } from '../branch.ts';
import { Effect } from '../effect.ts';
import { type Fiber } from '../fiber.ts';
import { type Operation } from '../operation.ts';
/** Runs operations side by side in fibers of their own; the tool goes on when they are done. */
export declare class Fork extends Effect {
    #private;
    readonly type: 'all' | 'race';
    constructor(branch: Branch, type: 'all' | 'race', members: readonly Operation<unknown>[]);
    enter(fiber: Fiber): unknown;
}
/** A body takes the context of its own tool; the effect only passes it on. */
export type BranchBody<T> = (ctx: never) => Operation<T>;
/** One sub-branch: a fiber with its own place in the journal, its own messages and its own limits. */
export declare class SubBranch extends Effect {
    #private;
    readonly type = "branch";
    constructor(branch: Branch, body: BranchBody<unknown>, options: BranchOptions);
    enter(fiber: Fiber): unknown;
}

import type { Branch } from '../branch.ts';
import { Effect } from '../effect.ts';
import type { Fiber } from '../fiber.ts';
/** Whether a run takes the new code of a change. It has no address, so that it can be put in front of effects that are recorded. */
export declare class Patched extends Effect {
    #private;
    readonly type = "patched";
    constructor(branch: Branch, name: string);
    enter(fiber: Fiber): boolean;
}

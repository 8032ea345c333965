import { Branch } from '../branch.ts';
import { type QuietContext } from '../context.ts';
import { RecordedEffect } from '../effect.ts';
import { type Fiber } from '../fiber.ts';
import { type Operation } from '../operation.ts';
import { type Deferred, type Failure } from '../outcome.ts';
import type { Pending } from '../pending.ts';
import type { Run } from '../run.ts';
/**
 * A part of a tool that runs to completion once: its result is recorded, and a replay takes the result instead of
 * running it again. Its own steps are recorded below its name until then.
 */
export declare class Phase extends RecordedEffect {
    #private;
    readonly type = "phase";
    readonly key: string;
    constructor(branch: Branch, name: string, body: (ctx: QuietContext) => Operation<unknown>);
    request(): undefined;
    enter(fiber: Fiber): unknown;
    perform(run: Run, pending: Pending): Deferred;
    toError(failure: Failure): Error;
}

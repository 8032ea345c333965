import type { Branch } from '../branch.ts';
import { Effect, RecordedEffect } from '../effect.ts';
import type { Fiber } from '../fiber.ts';
import { type Deferred, type Failure, type Outcome } from '../outcome.ts';
import type { Run } from '../run.ts';
/** Durable: the time it began is kept, so a run that is rebuilt sleeps only for the rest. */
export declare class Sleep extends RecordedEffect {
    readonly type = "sleep";
    readonly key = "";
    readonly lasts: number;
    constructor(branch: Branch, ms: number);
    request(): number;
    perform(): Deferred;
    over(): Outcome;
    toError(failure: Failure): Error;
}
export declare class Now extends RecordedEffect {
    readonly type = "now";
    readonly key = "";
    request(): undefined;
    perform(run: Run): Outcome;
    toError(failure: Failure): Error;
}
/** A value that follows from the seed, the place and what was answered on the way there; it needs no entry to replay. */
export declare class Draw<T> extends Effect {
    #private;
    readonly type = "draw";
    constructor(branch: Branch, toValue: (next: () => number) => T);
    enter(fiber: Fiber): T;
}

import type { LogEffect, NotifyEffect } from './effects/emit.ts';
import { type MaybePromise } from './maybe-promise.ts';
import type { Deferred, Outcome, Retried } from './outcome.ts';
import type { Pending } from './pending.ts';
import type { Recorder } from './recorder.ts';
import type { RunResult } from './run-tool.ts';
type Performed = Outcome | Deferred | Retried;
/** The trace of a run, from when a process goes on with it until the run waits or ends. */
export declare class RunTrace {
    #private;
    private constructor();
    /** Returns a trace if the application has registered a provider. */
    static create(recorder: Recorder, principal: string | undefined): RunTrace | undefined;
    /** Runs `drive` in a span. The journal was read before, because its header names the first span (S2). */
    during<T>(drive: () => Promise<RunResult<T>>): MaybePromise<RunResult<T>>;
    /** Performs an effect in a span of its own (S3). */
    perform(pending: Pending, perform: () => MaybePromise<Performed>): MaybePromise<Performed>;
    /** A question that was asked at `askedAt` is settled. If an earlier span asked it, the span of the run says so. */
    settled({ effect, id, address, isHandedIn, answered }: Pending, askedAt: number | undefined, time: number): void;
    /** A line of `ctx.log` is a log record and an event of the span in which it was written. */
    emitted(effect: LogEffect | NotifyEffect): void;
}
export {};

import type { Branch } from '../branch.ts';
import { RecordedEffect } from '../effect.ts';
import { type MaybePromise } from '../maybe-promise.ts';
import { type Failure, type Outcome, type Retried } from '../outcome.ts';
import type { Pending } from '../pending.ts';
import { type RetryOptions } from '../retry.ts';
import type { Run } from '../run.ts';
import { type LogLevel } from './emit.ts';
export interface StepContext {
    /** The same for every attempt at this step of this run, on every machine. */
    readonly idempotencyKey: string;
    /** Aborts when the step is no longer wanted. */
    readonly signal: AbortSignal;
    /** 1, and one more each time that `retry` lets it run again. */
    readonly attempt: number;
    /**
     * Tells the client how far the step is, while it runs. It is not recorded; after the step has ended it does nothing. Of reports
     * that follow each other within a quarter of a second, the last is sent.
     */
    readonly report: (message: string, progress?: number, total?: number) => void;
    /** Writes a line to the log of the client, while the step runs. */
    readonly log: (level: LogLevel, message: string) => void;
}
export interface StepOptions {
    /** Record the start first, and do not run it again if the process ends before its outcome is recorded. */
    once?: boolean;
    /** Run it again when it throws. An attempt of a `once` step that was interrupted is not retried: its outcome is unknown. */
    retry?: RetryOptions;
}
export type StepBody<T> = (step: StepContext) => T | PromiseLike<T>;
export declare class Step extends RecordedEffect {
    #private;
    readonly type = "step";
    readonly key: string;
    readonly once: boolean;
    constructor(branch: Branch, name: string, body: StepBody<unknown>, { once, retry }: StepOptions);
    request(): undefined;
    perform(run: Run, pending: Pending): MaybePromise<Outcome | Retried>;
    toError(failure: Failure): Error;
}

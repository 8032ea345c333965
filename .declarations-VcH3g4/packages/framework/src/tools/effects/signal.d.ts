import type { Branch } from '../branch.ts';
import { RecordedEffect } from '../effect.ts';
import type { Json } from '../json.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { type Deferred, type Failure, type Outcome } from '../outcome.ts';
import type { Pending } from '../pending.ts';
import type { Run } from '../run.ts';
import { type Checked, type JsonSchema, type Schema } from '../schema.ts';
/** A run waits for something that happens outside. */
export interface SignalEffect {
    readonly type: 'signal';
    /** Stable across replays, and never used for another wait of the run. */
    readonly id: string;
    /** The address of its entry in the journal. */
    readonly at: string;
    /** The name of the signal. */
    readonly key: string;
    /** The form of its value, where the tool has one. */
    readonly schema?: JsonSchema;
}
/** Whether a wait for a signal ended because its time was up. */
export declare const isExpired: (error: unknown) => boolean;
export declare class Signal extends RecordedEffect {
    #private;
    readonly type = "signal";
    readonly key: string;
    /** Signals are kept until a tool waits for them. */
    readonly isEarly = true;
    readonly lasts: number | undefined;
    constructor(branch: Branch, name: string, schema: Schema | undefined, lasts?: number);
    request(): undefined;
    perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred>;
    /** The form of its value, where the tool has one. */
    get form(): {
        schema?: JsonSchema;
    };
    over(): Outcome;
    decode(value: Json | undefined): MaybePromise<Checked<unknown>>;
    toError(failure: Failure): Error;
}
/** Recorded, since a key that is rotated gives another address for the same signal. */
export declare class SignalUrl extends RecordedEffect {
    readonly type = "signalUrl";
    readonly key: string;
    constructor(branch: Branch, name: string);
    request(): undefined;
    perform(run: Run): Outcome;
    toError(failure: Failure): Error;
}

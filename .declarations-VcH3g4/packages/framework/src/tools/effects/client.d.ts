import { RecordedEffect } from '../effect.ts';
import type { Json } from '../json.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { Deferred, Failure, Outcome } from '../outcome.ts';
import { type Asked } from '../peer.ts';
import type { Pending } from '../pending.ts';
import type { Run } from '../run.ts';
import type { Checked } from '../schema.ts';
export interface Root {
    uri: string;
    name?: string;
}
/** A peer is asked for the folders that the client works in. */
export interface RootsEffect extends Asked {
    readonly type: 'roots';
}
/** A peer is asked whether the call can go on as a task. */
export interface DetachEffect extends Asked {
    readonly type: 'detach';
}
export declare class Roots extends RecordedEffect {
    readonly type = "roots";
    readonly key = "roots";
    request(): undefined;
    perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred>;
    decode(value: Json | undefined): Checked<Root[]>;
    toError(failure: Failure): Error;
}
export declare class Detach extends RecordedEffect {
    readonly type = "detach";
    readonly key = "detach";
    request(): undefined;
    perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred>;
    decode(value: Json | undefined): Checked<boolean>;
    toError(failure: Failure): Error;
}

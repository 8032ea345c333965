import type { Branch } from './branch.ts';
import type { Fiber } from './fiber.ts';
import { type Json } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Deferred, Failure, Outcome, Retried } from './outcome.ts';
import type { Pending } from './pending.ts';
import type { EffectType } from './policy.ts';
import type { Run } from './run.ts';
import type { Checked } from './schema.ts';
/** Returned by `enter` when the fiber must wait; anything else is what the tool gets at once. */
export declare const WAITING: unique symbol;
/** What a tool can yield. Only the context makes them, so that everything a tool waits for can be replayed. */
export declare abstract class Effect {
    #private;
    abstract readonly type: string;
    constructor(branch: Branch);
    /** The branch whose context made this effect: its address is counted there. */
    static branchOf(effect: Effect): Branch;
    /** Called when a fiber has yielded this effect. What it throws is thrown into the tool. */
    abstract enter(fiber: Fiber): unknown;
}
/**
 * An effect whose outcome is in the journal before the tool sees it (R1). It does not change: what is known of it while it
 * waits is in its `Pending`, how its type is treated is in `policies`, and a peer receives a frozen record of it.
 */
export declare abstract class RecordedEffect extends Effect {
    abstract readonly type: EffectType;
    /** The name that the author gave: the key of an elicit, the name of a step. */
    abstract readonly key: string;
    /** After so many milliseconds it ends by itself, with the outcome of `over()`. */
    readonly lasts: number | undefined;
    /** Its start is recorded first, and an effect that has started is not performed again. */
    readonly once: boolean;
    /** Whether an answer may come before it was asked. */
    readonly isEarly: boolean;
    /** The names of those who answer it, where the caller does not. */
    readonly to: readonly string[] | undefined;
    /** What the digest covers: everything that makes this request the one it is. */
    abstract request(): unknown;
    abstract perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred | Retried>;
    abstract toError(failure: Failure): Error;
    /** What the tool sees, from what is recorded. Called live and on replay, with a copy of its own (R11). */
    decode(value: Json | undefined, _run: Run, _pending: Pending): MaybePromise<Checked<unknown>>;
    /** What is recorded once this value has arrived: with those before it, where several are needed. */
    combine(value: Json | undefined, _pending: Pending): Json | undefined;
    /** Whether nothing more has to arrive. */
    isComplete(_combined: Json | undefined): boolean;
    over(): Outcome;
    enter(fiber: Fiber): unknown;
    /** Fingerprint of all that is shown to the one who answers (R14). */
    shown(): string | undefined;
    /** Tells this request from another at the same address (R2). */
    digest(): string;
    /** How messages name it. */
    toString(): string;
}

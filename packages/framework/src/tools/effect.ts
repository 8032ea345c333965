import type { Branch } from './branch.ts'
import { EffectError } from './errors.ts'
import type { Fiber } from './fiber.ts'
import { digest, type Json } from './json.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { Deferred, Failure, Outcome, Retried } from './outcome.ts'
import type { Pending } from './pending.ts'
import type { EffectType } from './policy.ts'
import type { Run } from './run.ts'
import type { Checked } from './schema.ts'

/** Returned by `enter` when the fiber must wait; anything else is what the tool gets at once. */
export const WAITING: unique symbol = Symbol('waiting')

/** A record that a tool can yield. Only the context creates effects, so that every wait can be replayed. */
export abstract class Effect {
  abstract readonly type: string
  readonly #branch: Branch

  constructor(branch: Branch) {
    this.#branch = branch
  }

  /** The branch whose context made this effect: its address is counted there. */
  static branchOf(effect: Effect): Branch {
    return effect.#branch
  }

  /** Called when a fiber has yielded this effect. What it throws is thrown into the tool. */
  abstract enter(fiber: Fiber): unknown
}

/**
 * An effect whose outcome is in the journal before the tool sees it (R1). It does not change: what is known of it while it
 * waits is in its `Pending`, how its type is treated is in `policies`, and a peer receives a frozen record of it.
 */
export abstract class RecordedEffect extends Effect {
  abstract override readonly type: EffectType
  /** The name that the author gave: the key of an elicit, the name of a step. */
  abstract readonly key: string
  /** After so many milliseconds it ends by itself, with the outcome of `over()`. */
  readonly lasts: number | undefined = undefined
  /** Its start is recorded first, and an effect that has started is not performed again. */
  readonly once: boolean = false
  /** Whether an answer may come before it was asked. */
  readonly isEarly: boolean = false
  /** The names of those who answer it, where the caller does not. */
  readonly to: readonly string[] | undefined = undefined

  abstract perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred | Retried>

  /** Returns the error that the tool sees when it has failed. */
  toError(failure: Failure): Error {
    return new EffectError(this.key || this.type, failure)
  }

  /** The part of the request that the digest covers: every field that identifies it. Default: its type and key do. */
  request(): unknown {
    return undefined
  }

  /** Returns the value that the tool sees, from the recorded one. Called live and on replay, each time with a copy (R11). */
  decode(value: Json | undefined, _run: Run, _pending: Pending): MaybePromise<Checked<unknown>> {
    return { type: 'valid', value }
  }

  /** Returns the value to record when this one arrives, together with earlier ones if several are needed. */
  combine(value: Json | undefined, _pending: Pending): Json | undefined {
    return value
  }

  /** Whether nothing more has to arrive. */
  isComplete(_combined: Json | undefined): boolean {
    return true
  }

  over(): Outcome {
    throw new Error(`${this.type} does not end by itself`)
  }

  enter(fiber: Fiber): unknown {
    const { effects } = fiber.run
    effects.hold(effects.open(fiber, this))
    return WAITING
  }

  /** Fingerprint of all that is shown to the one who answers (R14). */
  shown(): string | undefined {
    return undefined
  }

  /** Tells this request from another at the same address (R2). */
  digest(): string {
    const request = this.request()
    return request === undefined ? '' : digest(JSON.stringify(request))
  }

  /** How messages name it. */
  override toString(): string {
    return `${this.type} "${this.key}"`
  }
}

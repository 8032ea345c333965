import type { Branch } from './branch.ts'
import type { Fiber } from './fiber.ts'
import { digest, type Json } from './json.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { Deferred, Failure, Outcome } from './outcome.ts'
import type { Pending } from './pending.ts'
import type { Run } from './run.ts'
import type { Checked } from './schema.ts'

/** Returned by `enter` when the fiber must wait; anything else is what the tool gets at once. */
export const WAITING: unique symbol = Symbol('waiting')

/** What a tool can yield. Only the context makes them, so that whatever a tool waits for can be replayed. */
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

/** An effect whose outcome is in the journal before the tool sees it (R1). */
export abstract class RecordedEffect extends Effect {
  /** The name the author gave: an elicit's key, a step's name. */
  abstract readonly key: string
  /** True when a peer answers it: such an effect has an id, is listed while open, and cannot be used in a `finally`. */
  readonly asks: boolean = false
  /** Running time counts towards timeouts; time spent waiting for a person does not. */
  readonly counts: boolean = true
  /** After so many milliseconds it is over by itself, and comes to `over()`. */
  readonly lasts: number | undefined = undefined
  /** When it was asked is kept before it is performed, so that it is known in the next process. */
  readonly dated: boolean = false
  /** The start is recorded first, and an effect that has started is not performed again. */
  readonly once: boolean = false
  /** The question's id: stable across replays. Empty until the effect is asked. */
  id = ''
  /** Its address, as its entry has it. Empty until the effect is asked. */
  at = ''
  /** 1, and one more for each refused answer. */
  attempt = 1
  /** Why the last answer was refused. */
  refusal: string | undefined

  /** Whether an answer may come before the question was sent. */
  get early(): boolean {
    return false
  }

  refuse(count: number, problem: string): void {
    this.attempt = count + 1
    this.refusal = problem
  }

  /** What the digest covers: everything that makes this request the one it is. */
  abstract request(): unknown
  abstract perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred>
  abstract toError(failure: Failure): Error

  /** What the tool sees, from what is recorded. Called live and on replay, with a copy of its own (R11). */
  decode(value: Json | undefined, _run: Run): MaybePromise<Checked<unknown>> {
    return { type: 'valid', value }
  }

  over(): Outcome {
    throw new Error(`${this.type} does not end by itself`)
  }

  enter(fiber: Fiber): unknown {
    fiber.run.hold(fiber.run.open(fiber, this))
    return WAITING
  }

  /** Digest of all that whoever answers is shown. */
  consent(): string | undefined {
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

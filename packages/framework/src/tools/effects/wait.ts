import type { Branch } from '../branch.ts'
import type { QuietContext } from '../context.ts'
import { branchOf } from '../create-context.ts'
import { RecordedEffect } from '../effect.ts'
import { EffectOperation, type Operation } from '../operation.ts'
import type { Deferred, Outcome } from '../outcome.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'

/** Begins to listen, and returns an outcome that is there already, or `deferred` and settles later. */
export type Listen = (settle: (outcome: Outcome) => void, signal: AbortSignal) => Outcome | Deferred

class Wait extends RecordedEffect {
  readonly type = 'wait'
  readonly key: string
  readonly #listen: Listen

  constructor(branch: Branch, key: string, listen: Listen) {
    super(branch)
    this.key = key
    this.#listen = listen
  }

  perform(run: Run, pending: Pending): Outcome | Deferred {
    const settle = (outcome: Outcome) => {
      if (pending.state === 'deferred') run.outcomes.settle(pending, outcome)
    }
    return this.#listen(settle, pending.signal)
  }
}

/**
 * Waits for something that this process listens to. Unlike a step it does not keep a run from parking. For hosts of other
 * servers; a tool waits with the members of its context.
 */
export function waitFor<T>(ctx: QuietContext, key: string, listen: Listen): Operation<T> {
  const branch = branchOf(ctx)
  return new EffectOperation(branch, key, new Wait(branch, key, listen))
}

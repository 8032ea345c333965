import { Branch } from '../branch.ts'
import type { QuietContext } from '../context.ts'
import { createContext } from '../create-context.ts'
import { Effect, RecordedEffect, WAITING } from '../effect.ts'
import { HandoffError } from '../errors.ts'
import { type Ended, type Fiber, Group } from '../fiber.ts'
import { begin, type Operation } from '../operation.ts'
import { type Deferred, deferred, type Failure, failed, succeeded } from '../outcome.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'

/**
 * A part of a tool that runs to completion once: its result is recorded, and a replay takes the result instead of
 * running it again. Its own steps are recorded below its name until then.
 */
export class Phase extends RecordedEffect {
  readonly type = 'phase'
  readonly key: string
  readonly #body: (ctx: QuietContext) => Operation<unknown>

  constructor(branch: Branch, name: string, body: (ctx: QuietContext) => Operation<unknown>) {
    super(branch)
    this.key = name
    this.#body = body
  }

  override enter(fiber: Fiber): unknown {
    const pending = fiber.run.effects.open(fiber, this)
    // Its steps may be in the journal, so it cannot be held like other effects until the replay is over.
    if (!fiber.run.recorder.supersede(pending.address, this.key)) fiber.run.perform(pending)
    return WAITING
  }

  perform(run: Run, pending: Pending): Deferred {
    const branch = new Branch(run, Effect.branchOf(this), { phase: this.key })
    const onEnd = (ended: Ended) => {
      // From here on it waits for its entry: a halt in between must not wait for a group that is over.
      pending.fiber.group = undefined
      if (ended.type === 'halted' || pending.state === 'settled') pending.fiber.resumeWith(ended)
      else run.outcomes.settle(pending, ended.type === 'value' ? succeeded(ended.value) : failed(ended.error))
    }
    const group = new Group(pending.fiber, 'one', onEnd, this.key)
    branch.owner = group.add(branch, () => begin(this.#body(createContext(branch)), `${this.key} of a handoff`))
    return deferred
  }

  override toError(failure: Failure): Error {
    return new HandoffError(`${this.key} of the handoff failed`, failure)
  }
}

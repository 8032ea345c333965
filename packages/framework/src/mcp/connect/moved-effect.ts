import type { Branch } from '../../tools/branch.ts'
import { RecordedEffect } from '../../tools/effect.ts'
import { EffectError } from '../../tools/errors.ts'
import { type Deferred, deferred, type Failure, failed, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { Pending } from '../../tools/pending.ts'
import type { Run } from '../../tools/run.ts'
import { InterruptedError } from './interrupted.ts'
import type { LiveCall } from './live-call.ts'

/**
 * Comes when a call goes on without an answer to what it asked: it has ended, or has withdrawn its questions. It is
 * deferred like a question, so that a run can park while it waits, and it fails at once where the call is not open:
 * nobody should be asked for a server that no longer listens.
 */
export class MovedEffect extends RecordedEffect {
  readonly type = 'moved'
  readonly key = 'call'
  readonly #live: LiveCall | undefined

  constructor(branch: Branch, live: LiveCall | undefined) {
    super(branch)
    this.#live = live
  }

  request(): undefined {}

  perform(run: Run, pending: Pending): Outcome | Deferred {
    const live = this.#live
    if (live === undefined) return failed(new InterruptedError())
    if (!live.waits) return succeeded(undefined)
    const settle = () => {
      if (!live.waits && pending.state === 'deferred') run.settle(pending, succeeded(undefined))
    }
    live.onChange(settle, pending.signal)
    return deferred
  }

  toError(failure: Failure): Error {
    return new EffectError('the call', failure)
  }
}

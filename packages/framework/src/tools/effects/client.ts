import type { Ask } from '../ask.ts'
import { RecordedEffect } from '../effect.ts'
import { DetachError, RootsError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Deferred, Failure, Outcome } from '../outcome.ts'
import type { Run } from '../run.ts'
import type { Checked } from '../schema.ts'

export interface Root {
  uri: string
  name?: string
}

export class RootsEffect extends RecordedEffect {
  readonly type = 'roots'
  readonly key = 'roots'
  override readonly asks = true

  request(): undefined {}

  perform(run: Run, ask: Ask): MaybePromise<Outcome | Deferred> {
    return run.peer.answer(this, ask.signal)
  }

  override decode(value: Json | undefined): Checked<Root[]> {
    const valid =
      Array.isArray(value) && value.every((root) => typeof (root as { uri?: unknown } | null)?.uri === 'string')
    if (!valid) return { type: 'invalid', problem: 'roots are a list of { uri, name? }' }
    return { type: 'valid', value: value as unknown as Root[] }
  }

  toError(failure: Failure): Error {
    return new RootsError('roots', failure)
  }
}

/** Asks to go on as a task; comes to whether the call now is one. */
export class DetachEffect extends RecordedEffect {
  readonly type = 'detach'
  readonly key = 'detach'
  override readonly asks = true

  request(): undefined {}

  perform(run: Run, ask: Ask): MaybePromise<Outcome | Deferred> {
    return run.peer.answer(this, ask.signal)
  }

  override decode(value: Json | undefined): Checked<boolean> {
    if (typeof value !== 'boolean') return { type: 'invalid', problem: 'detach is answered with true or false' }
    return { type: 'valid', value }
  }

  toError(failure: Failure): Error {
    return new DetachError('detach', failure)
  }
}

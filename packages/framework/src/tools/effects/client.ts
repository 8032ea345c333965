import { RecordedEffect } from '../effect.ts'
import { DetachError, RootsError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Deferred, Failure, Outcome } from '../outcome.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'
import type { Checked } from '../schema.ts'

export interface Root {
  uri: string
  name?: string
}

/** Asks for the folders that the client works in. */
export class RootsEffect extends RecordedEffect {
  readonly type = 'roots'
  readonly key = 'roots'
  override readonly asks = true

  request(): undefined {}

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    return run.peer.answer(this, pending.signal)
  }

  override decode(value: Json | undefined): Checked<Root[]> {
    const { roots } = (value ?? {}) as { roots?: unknown }
    const valid = Array.isArray(roots) && roots.every((root) => typeof root?.uri === 'string')
    if (!valid) return { type: 'invalid', problem: 'roots are answered with { roots: [{ uri, name? }] }' }
    return { type: 'valid', value: roots }
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

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    return run.peer.answer(this, pending.signal)
  }

  override decode(value: Json | undefined): Checked<boolean> {
    if (typeof value !== 'boolean') return { type: 'invalid', problem: 'detach is answered with true or false' }
    return { type: 'valid', value }
  }

  toError(failure: Failure): Error {
    return new DetachError('detach', failure)
  }
}

import { RecordedEffect } from '../effect.ts'
import { DetachError, RootsError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Deferred, Failure, Outcome } from '../outcome.ts'
import { type Asked, askPeer, toAsked } from '../peer.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'
import type { Checked } from '../schema.ts'

export interface Root {
  uri: string
  name?: string
}

/** A peer is asked for the folders that the client works in. */
export interface RootsEffect extends Asked {
  readonly type: 'roots'
}

/** A peer is asked whether the call can go on as a task. */
export interface DetachEffect extends Asked {
  readonly type: 'detach'
}

export class Roots extends RecordedEffect {
  readonly type = 'roots'
  readonly key = 'roots'

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    return askPeer(run, pending, { type: 'roots', ...toAsked(pending) })
  }

  override decode(value: Json | undefined): Checked<Root[]> {
    const { roots } = (value ?? {}) as { roots?: unknown }
    const valid = Array.isArray(roots) && roots.every((root) => typeof root?.uri === 'string')
    if (!valid) return { type: 'invalid', problem: 'roots are answered with { roots: [{ uri, name? }] }' }
    return { type: 'valid', value: roots }
  }

  override toError(failure: Failure): Error {
    return new RootsError('roots', failure)
  }
}

export class Detach extends RecordedEffect {
  readonly type = 'detach'
  readonly key = 'detach'

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    return askPeer(run, pending, { type: 'detach', ...toAsked(pending) })
  }

  override decode(value: Json | undefined): Checked<boolean> {
    if (typeof value !== 'boolean') return { type: 'invalid', problem: 'detach is answered with true or false' }
    return { type: 'valid', value }
  }

  override toError(failure: Failure): Error {
    return new DetachError('detach', failure)
  }
}

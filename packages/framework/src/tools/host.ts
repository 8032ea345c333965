import type { Branch } from './branch.ts'
import type { QuietContext } from './context.ts'
import { branchOf } from './create-context.ts'
import { RecordedEffect } from './effect.ts'
import { HostError, SweatpantsError } from './errors.ts'
import { freezeJson, type Json } from './json.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { EffectOperation, type Operation } from './operation.ts'
import { type Deferred, type Failure, failed, type Outcome } from './outcome.ts'
import type { Pending } from './pending.ts'
import type { Run } from './run.ts'
import { toJson } from './to-json.ts'

/** What a run needs done by the code that drives it: a tool call, an event in a log, an approval. Frozen, plain data. */
export interface HostEffect {
  readonly type: 'host'
  /** Stable across replays, and never used for another effect of the run: a host does under this name what it does once. */
  readonly id: string
  /** The address of its entry in the journal. */
  readonly at: string
  /** What is to be done. */
  readonly key: string
  readonly request: Json
}

/**
 * The code that drives a run, beside its `Peer`: a peer speaks for people and models, a host does what the run cannot do
 * itself. Returns the outcome, or `deferred` and settles later with `RunHandle.settle`, so that the run can park meanwhile.
 * As with a peer, a rejection is not an outcome: it stops the run where it is. An effect without an entry is performed again
 * in the next process.
 */
export interface Host {
  perform(effect: HostEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>
}

class HostCall extends RecordedEffect {
  readonly type = 'host'
  readonly key: string
  readonly #request: Json

  constructor(branch: Branch, key: string, request: Json) {
    super(branch)
    this.key = key
    this.#request = request
  }

  override request(): Json {
    return this.#request
  }

  perform(run: Run, { id, address, signal }: Pending): MaybePromise<Outcome | Deferred> {
    const { host } = run.options
    if (host === undefined) return failed(new SweatpantsError('this run has no host; pass `host` to it'))
    const request = freezeJson(this.#request)
    return host.perform(Object.freeze({ type: 'host', id, at: address, key: this.key, request }), signal)
  }

  override toError(failure: Failure): Error {
    return new HostError(`the host could not perform "${this.key}"`, failure)
  }
}

/**
 * Has the host of a run do something, and returns its value as JSON keeps it. For code that comes with its own host, such as
 * the turn of a chat; `T` is what that host returns for `key`.
 */
export function callHost<T>(ctx: QuietContext, key: string, request: unknown = null): Operation<T> {
  const branch = branchOf(ctx)
  const json = toJson(request, `the request "${key}" to the host`) ?? null
  return new EffectOperation(branch, `callHost('${key}')`, new HostCall(branch, key, json))
}

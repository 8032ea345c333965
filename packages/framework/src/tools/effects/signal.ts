import type { Branch } from '../branch.ts'
import { RecordedEffect } from '../effect.ts'
import { SignalError, SweatpantsError } from '../errors.ts'
import type { Json } from '../json.ts'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import { type Deferred, type Failure, failed, type Outcome, succeeded } from '../outcome.ts'
import { openWait } from '../outside.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'
import { type Checked, check, type JsonSchema, type Schema, toJsonSchema } from '../schema.ts'

/** A run waits for something that happens outside. */
export interface SignalEffect {
  readonly type: 'signal'
  /** Stable across replays, and never used for another wait of the run. */
  readonly id: string
  /** The address of its entry in the journal. */
  readonly at: string
  /** The name of the signal. */
  readonly key: string
  /** The form of its value, where the tool has one. */
  readonly schema?: JsonSchema
}

const EXPIRED = 'SignalExpired'

/** Whether a wait for a signal ended because its time was up. */
export const isExpired = (error: unknown): boolean => error instanceof SignalError && error.failure.name === EXPIRED

export class Signal extends RecordedEffect {
  readonly type = 'signal'
  readonly key: string
  /** Signals are kept until a tool waits for them. */
  override readonly isEarly = true
  override readonly lasts: number | undefined
  readonly #schema: Schema | undefined

  constructor(branch: Branch, name: string, schema: Schema | undefined, lasts?: number) {
    super(branch)
    this.key = name
    this.lasts = lasts
    this.#schema = schema
  }

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    return openWait(run, pending, { type: 'signal', id: pending.id, at: pending.address, key: this.key, ...this.form })
  }

  /** The form of its value, where the tool has one. */
  get form(): { schema?: JsonSchema } {
    return this.#schema === undefined ? {} : { schema: toJsonSchema(this.#schema, 'input') }
  }

  override over(): Outcome {
    return { type: 'failure', failure: { name: EXPIRED, message: 'no signal arrived in time' } }
  }

  override decode(value: Json | undefined): MaybePromise<Checked<unknown>> {
    return this.#schema === undefined ? { type: 'valid', value } : check(this.#schema, value)
  }

  override toError(failure: Failure): Error {
    return new SignalError(`the signal "${this.key}" could not be waited for`, failure)
  }
}

/** Recorded, since a key that is rotated gives another address for the same signal. */
export class SignalUrl extends RecordedEffect {
  readonly type = 'signalUrl'
  readonly key: string

  constructor(branch: Branch, name: string) {
    super(branch)
    this.key = name
  }

  perform(run: Run): MaybePromise<Outcome> {
    const { runId, startedAt } = run.recorder.header
    const { signalUrl } = run.options
    if (signalUrl === undefined)
      return failed(new SweatpantsError('this run has no address for signals; pass `signalUrl` to it'))
    return andThen(signalUrl(runId, this.key, startedAt), succeeded)
  }

  override toError(failure: Failure): Error {
    return new SignalError(`the signal "${this.key}" has no URL`, failure)
  }
}

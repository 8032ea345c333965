import type { Branch } from '../branch.ts'
import { Drained } from '../drain.ts'
import { RecordedEffect } from '../effect.ts'
import { StepError, StepInterruptedError, ToolUsageError } from '../errors.ts'
import { isPromise, type MaybePromise } from '../maybe-promise.ts'
import { type Failure, failed, type Outcome, succeeded } from '../outcome.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'

export interface StepContext {
  /** The same for every attempt at this step of this run, on every machine. */
  readonly idempotencyKey: string
  /** Aborts when the step is no longer wanted. */
  readonly signal: AbortSignal
}

export type StepBody<T> = (step: StepContext) => T | PromiseLike<T>

export class Step extends RecordedEffect {
  readonly type = 'step'
  readonly key: string
  override readonly once: boolean
  readonly #body: StepBody<unknown>

  constructor(branch: Branch, name: string, body: StepBody<unknown>, once: boolean) {
    super(branch)
    this.key = name
    this.once = once
    this.#body = body
  }

  request(): undefined {}

  perform(run: Run, pending: Pending): MaybePromise<Outcome> {
    if (pending.started) return { type: 'failure', failure: interrupted }
    try {
      const result = run.runStep(this.key, this.#body, new LazyStepContext(run, pending))
      return isPromise(result) ? Promise.resolve(result).then(toOutcome, toFailure) : toOutcome(result)
    } catch (error) {
      return failed(error)
    }
  }

  toError(failure: Failure): Error {
    const what = `step "${this.key}" failed`
    return failure.name === interrupted.name ? new StepInterruptedError(what, failure) : new StepError(what, failure)
  }
}

const interrupted: Failure = {
  name: 'StepInterruptedError',
  message: 'it had started when the process ended, its outcome is unknown, and it runs only once',
}

/** Both members are made when the step reads them. */
class LazyStepContext implements StepContext {
  readonly #run: Run
  readonly #pending: Pending

  constructor(run: Run, pending: Pending) {
    this.#run = run
    this.#pending = pending
  }

  get idempotencyKey(): string {
    return `${this.#run.recorder.header.runId}/${this.#pending.place}`
  }

  get signal(): AbortSignal {
    return this.#pending.signal
  }
}

/** A step that must not be performed here has no outcome: the run breaks down, and is continued elsewhere. */
function toFailure(error: unknown): Outcome {
  if (error instanceof Drained) throw error
  return failed(error)
}

function toOutcome(value: unknown): Outcome {
  if (typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value) {
    return failed(
      new ToolUsageError('its function is a generator; effects cannot be used inside a step, only around it'),
    )
  }
  return succeeded(value)
}

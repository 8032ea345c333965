import type { Branch } from '../branch.ts'
import { Drained } from '../drain.ts'
import { RecordedEffect } from '../effect.ts'
import { StepError, StepInterruptedError, ToolUsageError, toError } from '../errors.ts'
import { isPromise, type MaybePromise } from '../maybe-promise.ts'
import type { OptionNames } from '../options.ts'
import { type Failure, failed, type Outcome, type Retried, succeeded } from '../outcome.ts'
import type { Pending } from '../pending.ts'
import { nextAttemptAt, type RetryOptions } from '../retry.ts'
import type { Run } from '../run.ts'
import { StepReports } from '../step-reports.ts'
import { type LogEffect, type LogLevel, type NotifyEffect, toLog, toNotify } from './emit.ts'

export interface StepContext {
  /** The same for every attempt at this step of this run, on every machine. */
  readonly idempotencyKey: string
  /** Aborts when the step is no longer wanted. */
  readonly signal: AbortSignal
  /** 1, and one more each time that `retry` lets it run again. */
  readonly attempt: number
  /**
   * Tells the client how far the step is, while it runs. It is not recorded; after the step has ended it does nothing. Of reports
   * that follow each other within a quarter of a second, the last is sent.
   */
  readonly report: (message: string, progress?: number, total?: number) => void
  /** Writes a line to the log of the client, while the step runs. */
  readonly log: (level: LogLevel, message: string) => void
}

export interface StepOptions {
  /** Record the start first, and do not run it again if the process ends before its outcome is recorded. */
  once?: boolean
  /** Run it again when it throws. An attempt of a `once` step that was interrupted is not retried: its outcome is unknown. */
  retry?: RetryOptions
}

export const STEP_OPTIONS: OptionNames<StepOptions> = { once: true, retry: true }

export type StepBody<T> = (step: StepContext) => T | PromiseLike<T>

export class Step extends RecordedEffect {
  readonly type = 'step'
  readonly key: string
  override readonly once: boolean
  readonly #body: StepBody<unknown>
  readonly #retry: RetryOptions | undefined

  constructor(branch: Branch, name: string, body: StepBody<unknown>, { once = false, retry }: StepOptions) {
    super(branch)
    this.key = name
    this.once = once
    this.#body = body
    this.#retry = retry
  }

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Retried> {
    if (pending.started) return { type: 'failure', failure: interrupted }
    pending.since ??= run.clock.now()
    const context = new LazyStepContext(run, pending)
    const succeed = (value: unknown) => {
      context.end()
      return toOutcome(value)
    }
    const fail = (error: unknown) => {
      context.end()
      return this.#fail(run, pending, error)
    }
    try {
      const result = run.runStep(this.key, this.#body, context)
      return isPromise(result) ? Promise.resolve(result).then(succeed, fail) : succeed(result)
    } catch (error) {
      return fail(error)
    }
  }

  #fail(run: Run, { attempt, since = 0 }: Pending, error: unknown): Outcome | Retried {
    // A step that must not be performed here has no outcome: the run breaks down, and is continued elsewhere.
    if (toError(error) instanceof Drained) throw error
    if (this.#retry === undefined) return failed(error)
    try {
      const nextAt = nextAttemptAt(this.key, this.#retry, error, { attempt, since, now: run.clock.now() })
      return nextAt === undefined ? failed(error) : { ...failed(error), type: 'retried', nextAt }
    } catch (mistake) {
      return failed(mistake)
    }
  }

  override toError(failure: Failure): Error {
    const what = `step "${this.key}" failed`
    return failure.name === interrupted.name ? new StepInterruptedError(what, failure) : new StepError(what, failure)
  }
}

const interrupted: Failure = {
  name: 'StepInterruptedError',
  message: 'it had started when the process ended, its outcome is unknown, and it runs only once',
}

/** Its members are made when the step reads them, and may be taken off it. */
class LazyStepContext implements StepContext {
  readonly #run: Run
  readonly #pending: Pending
  #reports: StepReports | undefined

  constructor(run: Run, pending: Pending) {
    this.#run = run
    this.#pending = pending
  }

  get idempotencyKey(): string {
    const { runId, forkId = runId } = this.#run.recorder.header
    return `${forkId}/${this.#pending.place}`
  }

  get signal(): AbortSignal {
    return this.#pending.signal
  }

  get attempt(): number {
    return this.#pending.attempt
  }

  get report(): StepContext['report'] {
    this.#reports ??= new StepReports((report) => this.#emit(report))
    const reports = this.#reports
    return (...told) => reports.add(toNotify('report', ...told))
  }

  get log(): StepContext['log'] {
    return (level, message) => this.#emit(toLog('log', level, message))
  }

  /** Sends the last report, before the outcome of the step. */
  end(): void {
    this.#reports?.end()
  }

  #emit(record: LogEffect | NotifyEffect): void {
    if (this.#pending.state === 'performing') this.#run.emitter.send(record)
  }
}

function toOutcome(value: unknown): Outcome {
  if (!isIterator(value)) return succeeded(value)
  return failed(new ToolUsageError('its function is a generator; effects cannot be used inside a step, only around it'))
}

function isIterator(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value
  } catch {
    // What cannot be read is refused when it is copied.
    return false
  }
}

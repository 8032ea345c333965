import { describe } from './describe.ts'
import { ToolUsageError } from './errors.ts'
import { checkOptions, type OptionNames } from './options.ts'

/** How often a step is attempted, and how long it rests in between. */
export interface RetryOptions {
  /** How often the step is attempted in all, the first time included. */
  attempts: number
  /**
   * Milliseconds before the next attempt: always the same, growing by `factor` up to `max`, or what a function returns for the
   * number of the attempt that failed. Default: 1 second, doubled each time up to 1 minute.
   */
  backoff?: number | { initial: number; factor?: number; max?: number } | ((attempt: number) => number)
  /** Milliseconds from the first attempt after which no other one begins. */
  maxElapsed?: number
  /** Whether another attempt may succeed where one has thrown this. Default: always. */
  retryOn?: (error: unknown) => boolean
}

const OPTIONS: OptionNames<RetryOptions> = { attempts: true, backoff: true, maxElapsed: true, retryOn: true }
type Growth = Extract<RetryOptions['backoff'], { initial: number }>
const GROWTH: OptionNames<Growth> = { initial: true, factor: true, max: true }
const DEFAULT_BACKOFF = { initial: 1_000, max: 60_000 }

/** Throws a `ToolUsageError` for options that mean nothing. */
export function checkRetry(step: string, retry: RetryOptions): void {
  const where = `ctx.step("${step}"): retry`
  checkOptions<RetryOptions>(where, retry, OPTIONS)
  const { attempts, maxElapsed, backoff = DEFAULT_BACKOFF, retryOn } = retry
  if (!Number.isInteger(attempts) || attempts < 1)
    throw new ToolUsageError(`${where}.attempts is a whole number from 1 on, not ${describe(attempts)}`)
  if (maxElapsed !== undefined && !(typeof maxElapsed === 'number' && maxElapsed > 0))
    throw new ToolUsageError(`${where}.maxElapsed is a positive number of milliseconds, not ${describe(maxElapsed)}`)
  if (retryOn !== undefined && typeof retryOn !== 'function')
    throw new ToolUsageError(`${where}.retryOn is a function of the error that was thrown`)
  if (typeof backoff === 'object') checkGrowth(`${where}.backoff`, backoff)
  if (typeof backoff !== 'function') checkPause(where, toPause(backoff, 1))
}

function checkGrowth(where: string, growth: Growth): void {
  checkOptions<Growth>(where, growth, GROWTH)
  for (const [name, value] of Object.entries(growth)) {
    if (value !== undefined && typeof value !== 'number')
      throw new ToolUsageError(`${where}.${name} is a number, not ${describe(value)}`)
  }
}

function checkPause(where: string, pause: number): number {
  if (Number.isFinite(pause) && pause >= 0) return pause
  throw new ToolUsageError(`${where}.backoff gives milliseconds from 0 on, not ${describe(pause)}`)
}

/** A failed attempt: which one, when it failed, and when the first one began. */
interface Attempt {
  attempt: number
  since: number
  now: number
}

/** Returns when the next attempt begins, or `undefined` if this error is the last. Throws what `retryOn` and `backoff` throw. */
export function nextAttemptAt(step: string, retry: RetryOptions, error: unknown, failed: Attempt): number | undefined {
  const { attempts, maxElapsed = Number.POSITIVE_INFINITY, backoff = DEFAULT_BACKOFF, retryOn } = retry
  const { attempt, since, now } = failed
  if (attempt >= attempts || retryOn?.(error) === false) return undefined
  const nextAt = now + checkPause(`ctx.step("${step}"): retry`, toPause(backoff, attempt))
  return nextAt - since > maxElapsed ? undefined : nextAt
}

function toPause(backoff: NonNullable<RetryOptions['backoff']>, attempt: number): number {
  if (typeof backoff === 'number') return backoff
  if (typeof backoff === 'function') return backoff(attempt)
  const { initial, factor = 2, max = Number.POSITIVE_INFINITY } = backoff
  return Math.min(initial * factor ** (attempt - 1), max)
}

import { type Clock, systemClock } from '../tools/clock.ts'
import { ModelError, type ModelErrorCode } from './errors.ts'
import { aboutModel, type Model, withListener } from './model.ts'
import { waitFor } from './wait-for.ts'

export interface RetryOptions {
  /** Calls in total, including the first. Default 3. */
  attempts?: number
  /** The longest first wait, in milliseconds; the limit doubles with each attempt. Default 1,000. */
  firstDelay?: number
  /** The longest wait, in milliseconds. If the provider asks for a longer one, the call fails. Default 60,000. */
  maxDelay?: number
  clock?: Clock
  /** From 0 up to 1: spreads the retries of calls that failed together. Default `Math.random`. */
  random?: () => number
}

const PASSING: readonly ModelErrorCode[] = ['limited', 'unavailable', 'malformed', 'interrupted']

/**
 * Retries errors that may pass, after the time that the provider names or else with exponential backoff. A reply whose first
 * part has been streamed is not retried. Goes around `withLane`, so that a call that waits here takes up no place in the lane.
 */
export function withRetry(model: Model, options: RetryOptions = {}): Model {
  const { attempts = 3, firstDelay = 1000, maxDelay = 60_000, clock = systemClock, random = Math.random } = options

  function delayAfter({ retryAfter }: ModelError, attempt: number): number {
    if (retryAfter !== undefined) return retryAfter
    const longest = Math.min(maxDelay, firstDelay * 2 ** (attempt - 1))
    return (longest * (1 + random())) / 2
  }

  return {
    ...aboutModel(model),
    async answer(request, call) {
      const { signal } = call
      let hasParts = false
      const listening = withListener(call, () => {
        hasParts = true
      })
      for (let attempt = 1; ; attempt++) {
        try {
          return await model.answer(request, listening)
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof ModelError)) throw error
          const isFinal = hasParts || attempt >= attempts || !PASSING.includes(error.code)
          if (isFinal) throw afterAttempts(error, attempt)
          const delay = delayAfter(error, attempt)
          if (delay > maxDelay) throw notBefore(error, attempt, delay, clock.now() + delay)
          call.onRetry?.({ code: error.code, delay, attempt })
          await waitFor(signal, (wake) => clock.alarm(clock.now() + delay, wake, false))
        }
      }
    },
  }
}

function afterAttempts(error: ModelError, attempts: number): ModelError {
  if (attempts === 1) return error
  const { code, message, retryAfter } = error
  return new ModelError(code, `${message} (${attempts} attempts were made)`, { cause: error, retryAfter })
}

const LAST_DATE = 8.64e15

function notBefore(error: ModelError, attempts: number, delay: number, at: number): ModelError {
  const { code, message } = afterAttempts(error, attempts)
  // A server may ask for a time after the last date.
  const when = new Date(Math.min(at, LAST_DATE)).toISOString()
  const advice = `It asks us to wait ${Math.ceil(delay / 1000)} seconds, which is longer than maxDelay: try again at ${when}`
  return new ModelError(code, `${message}. ${advice}`, { cause: error, retryAfter: delay })
}

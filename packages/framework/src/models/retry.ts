import { type Clock, systemClock } from '../tools/clock.ts'
import { ModelError, type ModelErrorCode } from './errors.ts'
import type { Model, ModelCall, ReplyPart } from './model.ts'
import { waitFor } from './wait-for.ts'

export interface RetryOptions {
  /** Calls in all, the first one included. Default 3. */
  attempts?: number
  /** Milliseconds of the first wait at its longest; each wait after it is up to twice as long. Default 1,000. */
  firstDelay?: number
  /** The longest wait in milliseconds. A provider that asks for more is not waited for. Default 60,000. */
  maxDelay?: number
  clock?: Clock
  /** From 0 up to 1: spreads those that failed together. Default `Math.random`. */
  random?: () => number
}

const PASSING: readonly ModelErrorCode[] = ['limited', 'unavailable', 'malformed', 'interrupted']

/**
 * Asks again where that may help, after the time that the provider names or else after a growing one. An answer of which
 * something has been heard is never asked for again. Goes around `withLane`, so that who waits here takes up no place.
 */
export function withRetry(model: Model, options: RetryOptions = {}): Model {
  const { attempts = 3, firstDelay = 1000, maxDelay = 60_000, clock = systemClock, random = Math.random } = options

  function delayAfter({ retryAfter }: ModelError, attempt: number): number {
    if (retryAfter !== undefined) return retryAfter
    const longest = Math.min(maxDelay, firstDelay * 2 ** (attempt - 1))
    return (longest * (1 + random())) / 2
  }

  return {
    id: model.id,
    async answer(request, call) {
      const { signal } = call
      for (let attempt = 1; ; attempt++) {
        const listening = listen(call)
        try {
          return await model.answer(request, listening.call)
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof ModelError)) throw error
          const isOver = listening.heard || attempt >= attempts || !PASSING.includes(error.code)
          if (isOver) throw afterAttempts(error, attempt)
          const delay = delayAfter(error, attempt)
          if (delay > maxDelay) throw notBefore(error, attempt, delay, clock.now() + delay)
          await waitFor(signal, (wake) => clock.alarm(clock.now() + delay, wake, false))
        }
      }
    },
  }
}

/** The call, and whether anybody has heard something of its answer. */
function listen(call: ModelCall): { call: ModelCall; heard: boolean } {
  const { onPart } = call
  const listening = { call, heard: false }
  if (onPart === undefined) return listening
  const hear = (part: ReplyPart) => {
    listening.heard = true
    onPart(part)
  }
  listening.call = { ...call, onPart: hear }
  return listening
}

function afterAttempts(error: ModelError, attempts: number): ModelError {
  if (attempts === 1) return error
  const { code, message, retryAfter } = error
  return new ModelError(code, `${message} (${attempts} attempts were made)`, { cause: error, retryAfter })
}

function notBefore(error: ModelError, attempts: number, delay: number, at: number): ModelError {
  const { code, message } = afterAttempts(error, attempts)
  const when = new Date(at).toISOString()
  const advice = `It asks us to wait ${Math.ceil(delay / 1000)} seconds, which is longer than maxDelay: try again at ${when}`
  return new ModelError(code, `${message}. ${advice}`, { cause: error, retryAfter: delay })
}

import { type Clock, systemClock } from '../tools/clock.ts'
import { ModelError } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import type { Model, ModelCall } from './model.ts'
import { PROVIDERS } from './providers/index.ts'
import { waitFor } from './wait-for.ts'

export interface LaneLimits {
  /** How many calls are under way at once. */
  concurrency: number
  /** How many calls start within any minute. Default: no limit. */
  perMinute?: number
}

/** The way to a provider, for everybody who calls it. Where it is full, callers take turns. */
export interface Lane {
  readonly limits: LaneLimits
  /** Does the work once there is room. A signal that aborts before that takes it out of the line at once. */
  run<T>(call: Pick<ModelCall, 'signal' | 'caller'>, work: () => Promise<T>): Promise<T>
}

/** A lane of its own; `laneOf` has the one that all calls to a provider share. */
export function createLane(limits: LaneLimits, clock: Clock = systemClock): Lane {
  const concurrency = wholeNumber(limits.concurrency, 'concurrency')
  const window =
    limits.perMinute === undefined ? undefined : new StartWindow(wholeNumber(limits.perMinute, 'perMinute'))
  const line = new FairQueue<() => void>()
  let running = 0
  let cancelAlarm = () => {}

  function admit(): void {
    cancelAlarm()
    while (running < concurrency && !line.isEmpty) {
      const now = clock.now()
      const opensAt = window?.opensAt ?? now
      if (opensAt > now) {
        cancelAlarm = clock.alarm(opensAt, admit, false)
        return
      }
      running++
      window?.add(now)
      line.shift()!()
    }
  }

  return {
    limits,
    async run({ signal, caller = '' }, work) {
      await waitFor(signal, (start) => {
        line.push(caller, start)
        admit()
        return () => {
          line.delete(caller, start)
          admit()
        }
      })
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        running--
        admit()
      }
    },
  }
}

const MINUTE = 60_000

/** The times of the last starts, in a ring: what is overwritten next began `size` starts ago. */
class StartWindow {
  readonly #times: number[] = []
  readonly #size: number
  #next = 0

  constructor(size: number) {
    this.#size = size
  }

  get opensAt(): number {
    return (this.#times[this.#next] ?? Number.NEGATIVE_INFINITY) + MINUTE
  }

  add(now: number): void {
    this.#times[this.#next] = now
    this.#next = (this.#next + 1) % this.#size
  }
}

/** A model whose calls go through a lane. The time in the line counts neither as a start nor as a place. */
export const withLane = (model: Model, lane: Lane): Model => ({
  id: model.id,
  answer: (request, call) => lane.run(call, () => model.answer(request, call)),
})

const DEFAULT_CONCURRENCY = 8

const lanes = new Map<string, Lane>()

/**
 * The lane that all calls of this process to a provider share. `<PROVIDER>_CONCURRENCY` and `<PROVIDER>_REQUESTS_PER_MINUTE`
 * set its limits when the lane is first used, as in `ANTHROPIC_CONCURRENCY=4`; the default is the provider's `concurrency`,
 * without a limit per minute.
 */
export function laneOf(provider: string): Lane {
  let lane = lanes.get(provider)
  if (lane === undefined) {
    lane = createLane(limitsOf(provider))
    lanes.set(provider, lane)
  }
  return lane
}

function limitsOf(provider: string): LaneLimits {
  const prefix = provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  const concurrency = fromEnvironment(`${prefix}_CONCURRENCY`) ?? concurrencyOf(provider) ?? DEFAULT_CONCURRENCY
  const perMinute = fromEnvironment(`${prefix}_REQUESTS_PER_MINUTE`)
  return perMinute === undefined ? { concurrency } : { concurrency, perMinute }
}

const concurrencyOf = (provider: string) => PROVIDERS.find(({ name }) => name === provider)?.concurrency

function fromEnvironment(name: string): number | undefined {
  const text = process.env[name]?.trim()
  return text ? wholeNumber(Number(text), name, text) : undefined
}

function wholeNumber(value: number, name: string, given = String(value)): number {
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new ModelError('configuration', `${name} must be a whole number of at least 1, not "${given}"`)
}

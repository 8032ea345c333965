import { type Clock, systemClock } from '../tools/clock.ts'
import { ModelError } from './errors.ts'
import { aboutModel, type Model, type ModelCall } from './model.ts'
import { PROVIDERS } from './providers/index.ts'
import { waitFor } from './wait-for.ts'

export interface LaneLimits {
  /** The most calls that run at once. */
  concurrency: number
  /** The most calls that start within any minute. Default: no limit. */
  perMinute?: number
}

/** Limits the calls to a provider, for all callers together. If the lane is full, callers take turns. */
export interface Lane {
  readonly limits: LaneLimits
  /** Runs `work` once there is room. If the signal aborts first, the call leaves the queue and `run` rejects. */
  run<T>(call: Pick<ModelCall, 'signal' | 'caller'>, work: () => Promise<T>): Promise<T>
}

/** A separate lane; `laneOf` returns the one that all calls to a provider share. */
export function createLane(limits: LaneLimits, clock: Clock = systemClock): Lane {
  const concurrency = wholeNumber(limits.concurrency, 'concurrency')
  const window =
    limits.perMinute === undefined ? undefined : new StartWindow(wholeNumber(limits.perMinute, 'perMinute'))
  const queue = new FairQueue<() => void>()
  let running = 0
  let cancelAlarm = () => {}

  function admit(): void {
    cancelAlarm()
    while (running < concurrency && !queue.isEmpty) {
      const now = clock.now()
      const opensAt = window?.opensAt ?? now
      if (opensAt > now) {
        cancelAlarm = clock.alarm(opensAt, admit, false)
        return
      }
      running++
      window?.add(now)
      queue.shift()!()
    }
  }

  return {
    limits,
    async run({ signal, caller = '' }, work) {
      await waitFor(signal, (start) => {
        queue.push(caller, start)
        admit()
        return () => {
          queue.delete(caller, start)
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

/** Callers take turns; the items of one caller are served in their order. */
export class FairQueue<T> {
  /** In the order of their turns. A caller without items is not in the map. */
  readonly #callers = new Map<string, Set<T>>()

  get isEmpty(): boolean {
    return this.#callers.size === 0
  }

  push(caller: string, item: T): void {
    const waiting = this.#callers.get(caller)
    if (waiting === undefined) this.#callers.set(caller, new Set([item]))
    else waiting.add(item)
  }

  shift(): T | undefined {
    for (const [caller, waiting] of this.#callers) {
      // The caller moves to the end of the order.
      this.#callers.delete(caller)
      const [item] = waiting
      waiting.delete(item!)
      if (waiting.size > 0) this.#callers.set(caller, waiting)
      return item
    }
    return undefined
  }

  delete(caller: string, item: T): void {
    const waiting = this.#callers.get(caller)
    waiting?.delete(item)
    if (waiting?.size === 0) this.#callers.delete(caller)
  }
}

const MINUTE = 60_000

/** The times of the last `size` starts, in a ring buffer: the next slot holds the oldest. */
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

/** A model whose calls go through a lane. A call that waits in the queue does not count towards the limits. */
export const withLane = (model: Model, lane: Lane): Model => ({
  ...aboutModel(model),
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
  const usual = PROVIDERS.find(({ name }) => name === provider)?.concurrency ?? DEFAULT_CONCURRENCY
  const concurrency = fromEnvironment(`${prefix}_CONCURRENCY`) ?? usual
  const perMinute = fromEnvironment(`${prefix}_REQUESTS_PER_MINUTE`)
  return perMinute === undefined ? { concurrency } : { concurrency, perMinute }
}

function fromEnvironment(name: string): number | undefined {
  const text = process.env[name]?.trim()
  return text ? wholeNumber(Number(text), name, text) : undefined
}

function wholeNumber(value: number, name: string, given = String(value)): number {
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new ModelError('configuration', `${name} must be a whole number of at least 1, not "${given}"`)
}

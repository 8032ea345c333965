import type { RecordedEffect } from './effect.ts'
import type { Fiber } from './fiber.ts'
import type { Stopwatch } from './stopwatch.ts'

/** A recorded effect at its address, from the moment it is asked until its outcome is handed out or it is withdrawn. */
export class Pending {
  readonly address: string
  readonly effect: RecordedEffect
  readonly fiber: Fiber
  /** The order in which effects were opened, from 0. */
  readonly order: number
  state: 'held' | 'performing' | 'deferred' | 'answered' | 'settled' = 'held'
  /** A `once` step that began in a process that is gone. */
  started = false
  deadline: number | undefined
  /** Whether its outcome is an answer that was handed in. */
  isAnswered = false
  /** What its running time counts towards. */
  stopwatches: Stopwatch[] | undefined
  /** The peer's answer, while it is on its way. */
  answering: Promise<unknown> | undefined
  /** Which effect of its fiber it is, and what was answered on the way there. */
  readonly #ordinal: number
  readonly #history: string
  #abort: AbortController | undefined

  constructor(address: string, effect: RecordedEffect, fiber: Fiber, order: number) {
    this.address = address
    this.effect = effect
    this.fiber = fiber
    this.order = order
    this.#ordinal = fiber.effects++
    this.#history = fiber.history
  }

  /** The place in the code and what was answered on the way there: the same in every attempt at the same answers (R15). */
  get place(): string {
    const place = `${this.fiber.place}${this.#ordinal}`
    return this.#history === '' ? place : `${place}/${this.#history}`
  }

  /** Made when somebody looks at it: most effects never do. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController()
    return this.#abort.signal
  }

  abort(reason?: unknown): void {
    this.#abort ??= new AbortController()
    this.#abort.abort(reason)
  }

  toString(): string {
    return `${this.effect} at ${this.address}`
  }
}

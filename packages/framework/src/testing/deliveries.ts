import type { Clock } from '../tools/clock.ts'
import type { Run } from '../tools/run.ts'

/** What reaches a run from outside, at its time. */
export interface Delivery {
  /** Milliseconds from now. */
  milliseconds: number
  /** Aborts when the run waits for it no more. */
  signal: AbortSignal
  deliver(run: Run, at: number): void
}

/** Answers and signals of a script that are on their way. */
export class Deliveries {
  readonly #clock: Clock
  #waiting: (Delivery & { at: number })[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(delivery: Delivery): void {
    this.#waiting.push({ ...delivery, at: this.#clock.now() + delivery.milliseconds })
  }

  /** When the next one arrives. */
  get nextAt(): number {
    return Math.min(...this.#live().map(({ at }) => at))
  }

  /** Hands in what has arrived by now, in the order of its time. */
  deliver(run: Run): void {
    const now = this.#clock.now()
    const live = this.#live().toSorted((a, b) => a.at - b.at)
    this.#waiting = live.filter(({ at }) => at > now)
    for (const { at, deliver } of live) if (at <= now) deliver(run, at)
  }

  #live() {
    return this.#waiting.filter(({ signal }) => !signal.aborted)
  }
}

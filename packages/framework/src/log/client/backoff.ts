import type { Clock } from '../../tools/clock.ts'

const FIRST = 250
const LONGEST = 10_000

/** The time between attempts: grows after each, has jitter, and ends early when the page learns that the network is back. */
export class Backoff {
  readonly #clock: Clock
  readonly #random: () => number
  #attempts = 0
  #isHurried = false
  #wake: (() => void) | undefined

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  /** Starts over after a success: the next wait is the shortest. */
  reset(): void {
    this.#attempts = 0
    this.#isHurried = false
  }

  /** Ends the current wait, or skips the next one. */
  hurry(): void {
    this.#attempts = 0
    if (this.#wake === undefined) this.#isHurried = true
    else this.#wake()
  }

  async wait(signal: AbortSignal): Promise<void> {
    if (this.#isHurried || signal.aborted) {
      this.#isHurried = false
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    const stopAlarm = this.#clock.alarm(this.#clock.now() + this.#delay(), wake, false)
    signal.addEventListener('abort', wake)
    this.#wake = wake
    await promise
    this.#wake = undefined
    signal.removeEventListener('abort', wake)
    stopAlarm()
  }

  #delay(): number {
    const longest = Math.min(LONGEST, FIRST * 2 ** this.#attempts++)
    return (longest * (1 + this.#random())) / 2
  }
}

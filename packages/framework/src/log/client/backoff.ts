import { Bell, type Clock } from '../../tools/clock.ts'

const FIRST = 250
const LONGEST = 10_000

/** The time between attempts: grows after each, has jitter, and ends early when the page learns that the network is back. */
export class Backoff {
  readonly #clock: Clock
  readonly #random: () => number
  #attempts = 0
  #isHurried = false
  #waiting: Bell | undefined

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
    if (this.#waiting === undefined) this.#isHurried = true
    else this.#waiting.ring()
  }

  async wait(signal: AbortSignal): Promise<void> {
    if (this.#isHurried || signal.aborted) {
      this.#isHurried = false
      return
    }
    this.#waiting = new Bell(this.#clock, signal)
    await this.#waiting.wait(this.#clock.now() + this.#delay(), false)
    this.#waiting = undefined
  }

  #delay(): number {
    const longest = Math.min(LONGEST, FIRST * 2 ** this.#attempts++)
    return (longest * (1 + this.#random())) / 2
  }
}

import type { Clock } from './clock.ts'

/** What a run sleeps on: it wakes when something has happened, when its signal aborts, or when its alarm goes off. */
export class Bell {
  readonly #clock: Clock
  readonly #signal: AbortSignal | undefined
  #wake: (() => void) | undefined

  constructor(clock: Clock, signal: AbortSignal | undefined) {
    this.#clock = clock
    this.#signal = signal
  }

  ring(): void {
    this.#wake?.()
  }

  /** Nothing outlives the wait: no timer, no listener. */
  async wait(until: number, idle: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    this.#wake = wake
    this.#signal?.addEventListener('abort', wake)
    const cancelAlarm = until === Number.POSITIVE_INFINITY ? undefined : this.#clock.alarm(until, wake, idle)
    await promise
    cancelAlarm?.()
    this.#signal?.removeEventListener('abort', wake)
    this.#wake = undefined
  }
}

/** Time as the runtime sees it; a test brings its own. */
export interface Clock {
  now(): number
  /**
   * Calls `ring` at the time `at`, once, unless the returned function is called first.
   * `idle` says that nothing else can happen before, so a virtual clock may jump there.
   */
  alarm(at: number, ring: () => void, idle: boolean): () => void
}

/** The longest delay of a timer, in milliseconds. */
export const LONGEST_TIMER = 2 ** 31 - 1

/** Keeps a timer from holding the process open, in runtimes that have `unref`. */
export function unref(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  if (typeof timer === 'object') timer.unref()
  return timer
}

export const systemClock: Clock = {
  now: () => Date.now(),
  alarm(at, ring) {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = at - Date.now()
      timer = left <= 0 ? setTimeout(ring, 0) : setTimeout(wait, Math.min(left, LONGEST_TIMER))
    }
    wait()
    return () => clearTimeout(timer)
  },
}

/** A run waits here until something happens, its signal aborts or its alarm rings. */
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

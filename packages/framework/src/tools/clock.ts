/** Time as the runtime sees it; a test brings its own. */
export interface Clock {
  now(): number
  /**
   * Calls `ring` at the time `at`, once, unless the returned function is called first.
   * `idle` says that nothing else can happen before, so a virtual clock may jump there.
   */
  alarm(at: number, ring: () => void, idle: boolean): () => void
}

const LONGEST_TIMER = 2 ** 31 - 1

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

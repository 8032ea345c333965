import type { Clock } from '../tools/clock.ts'

/** Time that passes only when the test says so, or when nothing else can happen before the next alarm. */
export interface VirtualClock extends Clock {
  /**
   * Lets time pass, and rings what is due on the way in its order. Between alarms it waits for the woken callers, so that
   * what they set is rung too.
   */
  advance(ms: number): Promise<void>
}

interface Alarm {
  at: number
  ring: () => void
}

const START = Date.UTC(2026, 0, 1)

/** A clock for tests: `ctx.sleep` of days is over at once, and nothing ever waits for real time. */
export function createVirtualClock(start = START): VirtualClock {
  let now = start
  const alarms = new Set<Alarm>()

  /** Rings the first alarm that is due by `end`, at its own time. */
  function ringNext(end: number): boolean {
    let next: Alarm | undefined
    for (const alarm of alarms) {
      if (alarm.at <= end && (next === undefined || alarm.at < next.at)) next = alarm
    }
    if (next === undefined) return false
    alarms.delete(next)
    now = Math.max(now, next.at)
    next.ring()
    return true
  }

  return {
    now: () => now,
    alarm(at, ring, idle) {
      const alarm = { at, ring }
      alarms.add(alarm)
      if (idle || at <= now) {
        // Not a microtask: a tool that sleeps for ever must not keep its test from timing out.
        nextTurn().then(() => {
          while (alarms.has(alarm)) ringNext(at)
        })
      }
      return () => alarms.delete(alarm)
    },
    async advance(ms) {
      const end = now + ms
      await nextTurn()
      while (ringNext(end)) await nextTurn()
      now = Math.max(now, end)
    },
  }
}

/** After everything that is ready now; without the millisecond that a timer costs, where there is a way. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const schedule: (ring: () => void) => unknown = globalThis.setImmediate ?? globalThis.setTimeout
    schedule(resolve)
  })

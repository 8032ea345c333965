import type { Clock } from '@sweatpants/framework'

export const systemClock: Clock = {
  now: Date.now,
  alarm(at, ring) {
    const timer = setTimeout(ring, at - Date.now())
    return () => clearTimeout(timer)
  },
}

/** Waits so many milliseconds, or until it is no longer wanted. */
export async function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = () => resolve()
  const stopAlarm = clock.alarm(clock.now() + milliseconds, wake, false)
  signal.addEventListener('abort', wake)
  if (signal.aborted) wake()
  await promise
  signal.removeEventListener('abort', wake)
  stopAlarm()
}

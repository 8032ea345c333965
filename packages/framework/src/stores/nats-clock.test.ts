import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createInsist } from './nats-attempts.ts'
import { createNatsClock } from './nats-clock.ts'

/** Milliseconds by which the clock of the servers is ahead. */
const AHEAD = 1_000_000

afterEach(() => {
  vi.useRealTimers()
})

/** Opens a clock whose attempts take so many milliseconds, one after the other; a negative one fails. Returns its error. */
async function openClock(...attempts: number[]) {
  const readTime = async () => {
    const taken = attempts.shift() ?? 0
    await new Promise((resolve) => setTimeout(resolve, Math.abs(taken)))
    if (taken < 0) throw new Error('timeout')
    return new Date(Date.now() + AHEAD)
  }
  const insist = createInsist(60_000, () => false)
  const opening = createNatsClock(readTime, insist)
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(100)
  const clock = await opening
  onTestFinished(clock.stop)
  return () => clock.now() - Date.now() - AHEAD
}

test('the clock is that of the servers, also if they answer only after they have elected a leader', async () => {
  const error = await openClock(-300, -300, 10)
  expect(Math.abs(error())).toBeLessThan(100)
})

test('an answer that this process reads late does not set the clock, and the next one does', async () => {
  vi.useFakeTimers()
  const error = await openClock(10, 4_000, 20)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(error()).toBe(5)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(error()).toBe(10)
})

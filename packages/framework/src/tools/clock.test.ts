import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockContract } from '../testing/clock-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { systemClock } from './clock.ts'

describeContract(
  'the system clock',
  clockContract(() => ({ clock: systemClock, advance: (ms) => wait(ms + 1) })),
)

const START = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

describe('the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('rings once, at its time and not before', async () => {
    const ring = vi.fn()
    systemClock.alarm(START + 1000, ring, false)
    await vi.advanceTimersByTimeAsync(999)
    expect(ring).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(ring).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(DAY)
    expect(ring).toHaveBeenCalledTimes(1)
  })

  it.each([30, 60, 365])('rings after %i days, which is longer than a timer can be', async (days) => {
    const ring = vi.fn()
    systemClock.alarm(START + days * DAY, ring, true)
    await vi.advanceTimersByTimeAsync(days * DAY - 1)
    expect(ring).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(ring).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['now', START],
    ['in the past', START - DAY],
  ])('rings soon, but not before it has returned, when its time is %s', async (_, at) => {
    const ring = vi.fn()
    systemClock.alarm(at, ring, false)
    expect(ring).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ring).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['before the first timer is over', 1, 10],
    ['between two timers', 26 * DAY, 30 * DAY],
  ])('does not ring when it is cancelled %s, and leaves no timer', async (_, cancelAt, at) => {
    const ring = vi.fn()
    const cancel = systemClock.alarm(START + at, ring, false)
    await vi.advanceTimersByTimeAsync(cancelAt)
    cancel()
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(at)
    expect(ring).not.toHaveBeenCalled()
  })

  it('can be cancelled after it has rung', async () => {
    const ring = vi.fn()
    const cancel = systemClock.alarm(START, ring, false)
    await vi.advanceTimersByTimeAsync(1)
    cancel()
    expect(ring).toHaveBeenCalledTimes(1)
  })

  it('tells the time that its alarms go by', () => {
    expect(systemClock.now()).toBe(START)
  })
})

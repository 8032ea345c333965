import { describe, expect, it } from 'vitest'
import { Stopwatch } from './stopwatch.ts'

describe('a stopwatch', () => {
  it('counts only while something runs', () => {
    const stopwatch = new Stopwatch('1', 100)
    expect(stopwatch.used(50)).toBe(0)
    stopwatch.start(50)
    expect(stopwatch.used(60)).toBe(10)
    stopwatch.stop(70)
    expect(stopwatch.used(1000)).toBe(20)
  })

  it('counts time in which several things run once', () => {
    const stopwatch = new Stopwatch('1', 100)
    stopwatch.start(0)
    stopwatch.start(10)
    stopwatch.stop(20)
    expect(stopwatch.used(25)).toBe(25)
    stopwatch.stop(30)
    expect(stopwatch.used(99)).toBe(30)
  })

  it('goes on from what earlier rounds have used', () => {
    const stopwatch = new Stopwatch('1', 100)
    stopwatch.recall(40)
    stopwatch.start(1000)
    expect(stopwatch.endsAt).toBe(1060)
    stopwatch.stop(1010)
    expect(stopwatch.used(1010)).toBe(50)
    stopwatch.start(2000)
    expect(stopwatch.endsAt).toBe(2050)
  })

  it('never ends while nothing runs', () => {
    const stopwatch = new Stopwatch('1', 100)
    stopwatch.recall(99)
    expect(stopwatch.endsAt).toBe(Number.POSITIVE_INFINITY)
    stopwatch.start(0)
    stopwatch.stop(0)
    expect(stopwatch.endsAt).toBe(Number.POSITIVE_INFINITY)
  })

  it('has ended when more was used than it allows', () => {
    const stopwatch = new Stopwatch('1', 100)
    stopwatch.recall(150)
    stopwatch.start(1000)
    expect(stopwatch.endsAt).toBe(950)
  })
})

import assert from 'node:assert/strict'
import type { Clock } from '../tools/clock.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type ContractCase, toContract } from './contract.ts'

export interface ClockUnderContract {
  clock: Clock
  /** Lets at least so many milliseconds pass on the clock, and what is due ring. */
  advance(ms: number): Promise<void>
  /** Called after the case, however it ended. */
  close?(): MaybePromise<void>
}

const LONG = 2 ** 31 + 1_000

/** What every clock does. Each case has a clock of its own. */
export function clockContract(create: () => MaybePromise<ClockUnderContract>): ContractCase[] {
  return toContract(cases, create)
}

const cases: Record<string, (under: ClockUnderContract) => Promise<void>> = {
  async 'the time does not go back'({ clock, advance }) {
    const before = clock.now()
    await advance(5)
    assert.ok(clock.now() >= before + 5, `expected at least ${before + 5}, not ${clock.now()}`)
  },

  async 'an alarm rings once, at its time or later'({ clock, advance }) {
    const rings: number[] = []
    const at = clock.now() + 10
    clock.alarm(at, () => rings.push(clock.now()), false)
    await advance(30)
    await advance(30)
    assert.equal(rings.length, 1)
    assert.ok(rings[0]! >= at, `expected a ring at ${at} or later, not at ${rings[0]}`)
  },

  async 'an alarm that is due already rings, but not before alarm returns'({ clock, advance }) {
    let isRung = false
    clock.alarm(clock.now() - 1, () => (isRung = true), false)
    assert.equal(isRung, false)
    await advance(5)
    assert.equal(isRung, true)
  },

  async 'a stopped alarm does not ring'({ clock, advance }) {
    let isRung = false
    const stop = clock.alarm(clock.now() + 5, () => (isRung = true), false)
    stop()
    stop()
    await advance(20)
    assert.equal(isRung, false)
  },

  async 'alarms ring in the order of their times'({ clock, advance }) {
    const rings: string[] = []
    const now = clock.now()
    clock.alarm(now + 25, () => rings.push('second'), false)
    clock.alarm(now + 5, () => rings.push('first'), false)
    await advance(60)
    assert.deepEqual(rings, ['first', 'second'])
  },

  async 'an alarm in more than 24 days does not ring early'({ clock, advance }) {
    let isRung = false
    const stop = clock.alarm(clock.now() + LONG, () => (isRung = true), false)
    await advance(5)
    assert.equal(isRung, false)
    stop()
  },
}

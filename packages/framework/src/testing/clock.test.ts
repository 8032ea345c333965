import { expect, test } from 'vitest'
import { createMcpTool } from '../tools/builder.ts'
import { runTool } from '../tools/run-tool.ts'
import { createVirtualClock } from './clock.ts'
import { clockContract } from './clock-contract.ts'
import { describeContract } from './vitest.ts'

describeContract(
  'a virtual clock',
  clockContract(() => {
    const clock = createVirtualClock()
    return { clock, advance: (ms) => clock.advance(ms) }
  }),
)

import { createScriptedPeer } from './scripted-peer.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('time stands still until the test lets it pass', async () => {
  const clock = createVirtualClock(1000)
  const rung: number[] = []
  clock.alarm(1500, () => rung.push(clock.now()), false)
  await turn()
  expect([clock.now(), rung]).toEqual([1000, []])
  await clock.advance(499)
  expect([clock.now(), rung]).toEqual([1499, []])
  await clock.advance(1)
  expect([clock.now(), rung]).toEqual([1500, [1500]])
})

test('an idle clock jumps to its alarm, but never while it is being set', async () => {
  const clock = createVirtualClock(0)
  const rung: number[] = []
  clock.alarm(86_400_000, () => rung.push(clock.now()), true)
  await Promise.resolve()
  expect([clock.now(), rung]).toEqual([0, []])
  await turn()
  expect([clock.now(), rung]).toEqual([86_400_000, [86_400_000]])
})

test('an alarm whose time has passed rings by itself', async () => {
  const clock = createVirtualClock(1000)
  const rung: number[] = []
  clock.alarm(10, () => rung.push(clock.now()), false)
  await turn()
  expect(rung).toEqual([1000])
})

test('alarms ring in the order of their times, each at its own, those of the same time as they were set', async () => {
  const clock = createVirtualClock(0)
  const rung: string[] = []
  for (const [name, at] of Object.entries({ late: 30, early: 10, second: 20, third: 20 })) {
    clock.alarm(at, () => rung.push(`${name} ${clock.now()}`), false)
  }
  await clock.advance(100)
  expect(rung).toEqual(['early 10', 'second 20', 'third 20', 'late 30'])
  expect(clock.now()).toBe(100)
})

test('a jump rings what is due on the way', async () => {
  const clock = createVirtualClock(0)
  const rung: string[] = []
  clock.alarm(10, () => rung.push(`other ${clock.now()}`), false)
  clock.alarm(20, () => rung.push(`idle ${clock.now()}`), true)
  await turn()
  expect(rung).toEqual(['other 10', 'idle 20'])
})

test('a cancelled alarm is silent', async () => {
  const clock = createVirtualClock(0)
  const rung: string[] = []
  clock.alarm(10, () => rung.push('waiting'), false)()
  clock.alarm(10, () => rung.push('idle'), true)()
  await clock.advance(100)
  expect(rung).toEqual([])
})

test('an alarm that is set by a woken caller rings within the same advance', async () => {
  const clock = createVirtualClock(0)
  const rung: number[] = []
  const tick = () => {
    rung.push(clock.now())
    queueMicrotask(() => clock.alarm(clock.now() + 10, tick, false))
  }
  clock.alarm(10, tick, false)
  await clock.advance(35)
  expect(rung).toEqual([10, 20, 30])
})

test('a run that sleeps for a year takes no time, and sees it pass', async () => {
  const tool = createMcpTool('sleeper')
    .execute(function* (_, ctx) {
      const before = yield* ctx.now()
      yield* ctx.sleep(365 * 86_400_000)
      return (yield* ctx.now()) - before
    })
    .build()
  const result = await runTool(tool, {}, { peer: createScriptedPeer({}), clock: createVirtualClock() })
  expect(result).toMatchObject({ type: 'completed', value: 365 * 86_400_000 })
})

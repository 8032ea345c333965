import { expect, test } from 'vitest'
import { ARMS } from '../bench/debate/arms.ts'
import { mean } from '../bench/debate/metrics.ts'
import { TUNING } from '../bench/debate/regimes.ts'
import { holdDebates } from '../bench/debate/worker.ts'

const named = (kind: string) => TUNING.find((regime) => regime.kind === kind)!

const hold = (kind: string, count: number) => holdDebates({ regime: named(kind), seed: 7, from: 0, to: count })

test('simulated debates are the same every time', async () => {
  expect(await hold('conformity', 6)).toEqual(await hold('conformity', 6))
})

test('an adversary sinks the vote of the last round, and not the decision', async () => {
  const records = await hold('adversary', 120)
  const right = (arm: keyof typeof ARMS) => mean(records.map(ARMS[arm]))
  expect(right('last-round vote')).toBeLessThan(right('first-round vote') - 0.3)
  expect(right('ours')).toBeGreaterThan(right('first-round vote') - 0.05)
})

test('easy debates that may end early cost less, and decide the same', async () => {
  const records = await hold('easy', 60)
  const whole = mean(records.map(({ rounds }) => rounds.at(-1)!.calls))
  const early = mean(records.map(({ rounds, end }) => rounds[end - 1]!.calls))
  expect(early / whole).toBeLessThan(0.6)
  for (const { rounds, end } of records) expect(rounds[end - 1]!.decision).toBe(rounds.at(-1)!.decision)
})

test('seats are told by the prompt alone, so that where truth persuades the vote gets better', async () => {
  const records = await hold('truth persuades', 60)
  expect(mean(records.map(ARMS['last-round vote']))).toBeGreaterThan(mean(records.map(ARMS['first-round vote'])) + 0.1)
})

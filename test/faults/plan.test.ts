import { expect, test } from 'vitest'
import { FAULTS, type Fault } from './kinds.ts'
import { planFaults } from './plan.ts'
import { Random } from './random.ts'

const faults = Object.keys(FAULTS) as Fault[]
const clusters = ['postgres', 'sqlite', 'nats'] as const
const planWith = (seed: number) =>
  planFaults({ random: new Random(seed), duration: 60_000, faults, clusters, pause: 1_000 })

test('a seed reproduces the plan of faults, and another seed has another plan', () => {
  expect(planWith(1)).toEqual(planWith(1))
  expect(planWith(1)).not.toEqual(planWith(2))
})

test('a plan has every fault in every place before it has one twice', () => {
  const places = faults.flatMap((fault) => FAULTS[fault].in.map((cluster) => `${fault} ${cluster}`))
  const first = planWith(1).slice(0, places.length)
  expect(first.map(({ fault, cluster }) => `${fault} ${cluster}`).toSorted()).toEqual(places.toSorted())
  expect(first.every(({ at }, i) => at > (first[i - 1]?.at ?? 0))).toBe(true)
})

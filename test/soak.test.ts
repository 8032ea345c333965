import { expect, test } from 'vitest'
import { FAULTS, type Fault } from './soak/schedule.ts'
import { soak } from './soak/soak.ts'
import { describe } from './soak/tables.ts'

/** `npm run soak -- --minutes 30` takes its time. */
test('a few seconds of everything at once, with faults, break nothing', { timeout: 180_000 }, async () => {
  const outcome = await soak({ seed: 7, seconds: 6, faults: Object.keys(FAULTS) as Fault[] })
  const { tally, suffered } = outcome
  expect(tally.broken).toEqual([])
  expect(suffered.length).toBeGreaterThan(0)
  expect([...tally.counts.keys()]).toEqual(expect.arrayContaining(['conversations', 'tasks', 'debates', 'steps run']))
  expect(describe(outcome)).toContain('Everything held.')
})

import { expect, test } from 'vitest'
import { FAULTS, type Fault } from './faults/kinds.ts'
import { soak } from './soak/soak.ts'
import { describeOutcome } from './soak/tables.ts'

/** The same plan of faults in every run of the suite; `npm run soak` makes new ones. */
const { SEED = '20260728' } = process.env

/** `npm run soak -- --minutes 30` takes longer. */
test(`every invariant holds while every fault happens on both stores (SEED=${SEED})`, {
  timeout: 180_000,
}, async () => {
  const faults = Object.keys(FAULTS) as Fault[]
  const outcome = await soak({ seed: Number(SEED), seconds: 18, faults, pause: 600 })
  const { tally, suffered, skipped } = outcome
  expect(tally.broken).toEqual([])
  expect(new Set([...suffered.map(({ fault }) => fault), ...skipped])).toEqual(new Set(faults))
  expect([...tally.counts.keys()]).toEqual(expect.arrayContaining(['conversations', 'tasks', 'steps performed']))
  expect(describeOutcome(outcome)).toContain('Every invariant held.')
})

const FAILOVERS: Record<'nats' | 'postgres-failover', Fault[]> = {
  nats: [
    'the leader of NATS is killed',
    'the servers of NATS are restarted one by one',
    'connections to the database are half-open',
  ],
  'postgres-failover': ['the primary of Postgres is killed', 'connections to the database are cut'],
}

/** Servers take a while to elect a leader or to be promoted, so these run only in the matrix. */
test.runIf(process.env.MODE === 'matrix').each(['nats', 'postgres-failover'] as const)(
  `every invariant holds on %s while its servers are killed (SEED=${SEED})`,
  { timeout: 300_000 },
  async (on) => {
    const faults = FAILOVERS[on]
    const { tally, suffered } = await soak({ on, seed: Number(SEED), seconds: 26, faults, pause: 6_000 })
    expect(tally.broken).toEqual([])
    expect(new Set(suffered.map(({ fault }) => fault))).toEqual(new Set(faults))
  },
)

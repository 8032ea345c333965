import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, type RunFilter, type RunState, type Store } from '@sweatpants/framework/log'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { startPostgres } from '../../test/postgres.ts'
import { type Spread, toSpread } from '../measure.ts'
import { atMost, type Finding, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const RUNS = 100_000

/** Milliseconds. */
const LIMIT = 50

const STATES: readonly RunState[] = ['running', 'waiting', 'waiting', 'failed', 'completed', 'completed']

const PAGES: Readonly<Record<string, RunFilter>> = {
  'the first page': {},
  'what waits': { state: 'waiting' },
  'what one principal waits for, of one tool': { state: 'waiting', tool: 'tool-3', principal: 'user-7' },
  'a search for one run': { search: 'run-77777' },
}

export const runsList: Scenario = {
  name: 'runs',
  about: `Milliseconds to list 50 of ${RUNS.toLocaleString('en')} runs, and to count them by state.`,

  async measure({ quick, rounds }) {
    const runs = quick ? 2_000 : RUNS
    const directory = mkdtempSync(join(tmpdir(), 'runs-list-'))
    const postgres = await startPostgres()
    const stores: Record<string, Store> = {
      memory: createMemoryStore(),
      SQLite: createSqliteStore(join(directory, 'runs.db')),
      Postgres: await createPostgresStore(postgres.url),
    }
    try {
      const measured: { store: string; what: string; spread: Spread }[] = []
      for (const [name, store] of Object.entries(stores)) {
        await fill(store, runs)
        const acts = Object.entries(PAGES).map(([what, filter]) => [what, () => store.runs.list(filter)] as const)
        for (const [what, act] of [...acts, ['counts by state', () => store.runs.count()] as const]) {
          measured.push({ store: name, what, spread: await time(act, Math.max(rounds, 5)) })
        }
      }
      return toFinding(measured, runs)
    } finally {
      for (const store of Object.values(stores)) await store.close()
      await postgres.stop()
      rmSync(directory, { recursive: true })
    }
  },
}

async function fill(store: Store, count: number): Promise<void> {
  const log = store.log('task')
  for (let first = 0; first < count; first += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, count - first) }, (_, i) => first + i)
    await Promise.all(
      numbers.map((n) => {
        const run = { tool: `tool-${n % 20}`, principal: `user-${n % 500}`, startedAt: n, state: STATES[n % 6]! }
        return log.create(`run-${n}`, { about: null, events: [], run })
      }),
    )
  }
}

/** The first time is counted too: a person waits for it. */
async function time(act: () => unknown, rounds: number): Promise<Spread> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  return toSpread(times)
}

const toFinding = (measured: { store: string; what: string; spread: Spread }[], runs: number): Finding => ({
  tables: [
    {
      title: `Milliseconds with ${runs.toLocaleString('en')} runs`,
      head: ['store', 'list', 'ms'],
      rows: measured.map(({ store, what, spread }) => [store, what, toCell(spread)]),
    },
  ],
  targets: measured
    .filter(({ what }) => what === 'the first page')
    .map(({ store, spread }) =>
      atMost(`first page of ${runs.toLocaleString('en')} runs in ${store}`, spread.median, LIMIT, ' ms'),
    ),
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listQuestions } from '@sweatpants/framework/inbox'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { startPostgres } from '../../test/postgres.ts'
import { type Spread, toSpread } from '../measure.ts'
import { atMost, type Finding, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const QUESTIONS = 100_000

/** Milliseconds. */
const LIMIT = 50

/** Whose inbox: one person's own few questions, a role that all of them are addressed to, and both together. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  'a person': ['user:7'],
  'a person in a role with all questions': ['user:7', 'role:manager'],
}

export const inbox: Scenario = {
  name: 'inbox',
  about: `Milliseconds to list what one person may answer, of ${QUESTIONS.toLocaleString('en')} open questions.`,

  async measure({ quick, rounds }) {
    const count = quick ? 2_000 : QUESTIONS
    const directory = mkdtempSync(join(tmpdir(), 'inbox-'))
    const postgres = await startPostgres()
    const stores: Record<string, Store> = {
      memory: createMemoryStore(),
      SQLite: createSqliteStore(join(directory, 'inbox.db')),
      Postgres: await createPostgresStore(postgres.url),
    }
    try {
      const measured: { store: string; who: string; spread: Spread }[] = []
      for (const [name, store] of Object.entries(stores)) {
        await fill(store, count)
        for (const [who, names] of Object.entries(PEOPLE)) {
          const spread = await time(() => listQuestions(store, { principal: '7', names }), Math.max(rounds, 5))
          measured.push({ store: name, who, spread })
        }
      }
      return toFinding(measured, count)
    } finally {
      for (const store of Object.values(stores)) await store.close()
      await postgres.stop()
      rmSync(directory, { recursive: true })
    }
  },
}

/** Ten questions for each stream. */
async function fill(store: Store, count: number): Promise<void> {
  const log = store.log('task')
  for (let first = 0; first < count; first += 1_000) {
    const streams = Array.from({ length: 100 }, (_, i) => first + i * 10)
    await Promise.all(
      streams.map((start) => {
        const questions = Array.from({ length: 10 }, (_, i) => {
          const to = ['role:manager', `user:${(start + i) % 1_000}`]
          const body = { toolName: 'expense', key: 'approve', message: 'Approve?', context: {}, attempt: 1, digest: '' }
          return { key: `q${i}`, to, body: { ...body, event: { type: 'answer' } } }
        })
        return log.create(`task-${start}`, { about: null, events: [], questions })
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

const toFinding = (measured: { store: string; who: string; spread: Spread }[], count: number): Finding => ({
  tables: [
    {
      title: `Milliseconds with ${count.toLocaleString('en')} open questions`,
      head: ['store', 'the inbox of', 'ms'],
      rows: measured.map(({ store, who, spread }) => [store, who, toCell(spread)]),
    },
  ],
  targets: measured.map(({ store, who, spread }) =>
    atMost(`inbox of ${who} with ${count.toLocaleString('en')} questions in ${store}`, spread.median, LIMIT, ' ms'),
  ),
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { startPostgres } from '../../test/postgres.ts'
import { type Spread, toSpread } from '../measure.ts'

export interface Timed {
  store: string
  what: string
  /** Milliseconds. */
  spread: Spread
}

/** Fills a store of each kind and times what is done with it. The first time is counted too: a person waits for it. */
export async function timeInEachStore(
  fill: (store: Store) => Promise<void>,
  acts: Readonly<Record<string, (store: Store) => unknown>>,
  rounds: number,
): Promise<Timed[]> {
  const directory = mkdtempSync(join(tmpdir(), 'stores-'))
  const postgres = await startPostgres()
  const stores: Record<string, Store> = {
    memory: createMemoryStore(),
    SQLite: createSqliteStore(join(directory, 'store.db')),
    Postgres: await createPostgresStore(postgres.url),
  }
  try {
    const timed: Timed[] = []
    for (const [name, store] of Object.entries(stores)) {
      await fill(store)
      for (const [what, act] of Object.entries(acts))
        timed.push({ store: name, what, spread: await time(() => act(store), Math.max(rounds, 5)) })
    }
    return timed
  } finally {
    for (const store of Object.values(stores)) await store.close()
    await postgres.stop()
    rmSync(directory, { recursive: true })
  }
}

async function time(act: () => unknown, rounds: number): Promise<Spread> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  return toSpread(times)
}

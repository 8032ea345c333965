import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreOptions } from '../store-options.ts'

/** A store for the servers of one test. */
export interface TestStore {
  options: StoreOptions
  remove(): void
}

const createSqlite = (): TestStore => {
  const folder = mkdtempSync(join(tmpdir(), 'promises-'))
  const options = { type: 'sqlite', path: join(folder, 'store.db') } as const
  return { options, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

let create: (() => StoreOptions) | undefined

/** Lets the servers of this test file keep their streams elsewhere than in SQLite files; each call returns a store of its own. */
export function keepIn(place: () => StoreOptions): void {
  create = place
}

export const createTestStore = (): TestStore =>
  create === undefined ? createSqlite() : { options: create(), remove: () => {} }

import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Store } from '@sweatpants/framework/chat'
import { dataFolder, type Env } from './data-folder.ts'
import { messageOf, UsageError } from './usage-error.ts'

const isPostgres = (place: string): boolean => /^postgres(ql)?:\/\//.test(place)

export const defaultPlace = (env: Env): string => join(dataFolder(env), 'roundtable.db')

/** A file of SQLite, or a Postgres database. Only what is used is loaded. */
export async function openStore(place: string): Promise<Store> {
  if (!isPostgres(place) && place.includes('://')) {
    throw new UsageError(`a store is a file or postgres://…, not ${place}; set STORE or --store`)
  }
  try {
    if (isPostgres(place)) {
      const { createPostgresStore } = await import('@sweatpants/framework/stores/postgres')
      return await createPostgresStore(place)
    }
    mkdirSync(dirname(place), { recursive: true })
    const { createSqliteStore } = await import('@sweatpants/framework/stores/sqlite')
    return createSqliteStore(place)
  } catch (cause) {
    throw new UsageError(`the store could not be opened: ${messageOf(cause)}`, { cause })
  }
}

/** Beside what the keys are kept. A database has no place beside it: the key is kept where the file would be. */
export const keyPlace = (place: string, env: Env): string => (isPostgres(place) ? defaultPlace(env) : place)

/** How the store is named to people: without who connects to it, and their password. */
export function describeStore(place: string): string {
  if (!isPostgres(place)) return place
  const { protocol, host, pathname } = new URL(place)
  return `${protocol}//${host}${pathname}`
}

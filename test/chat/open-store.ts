import type { Store } from '@sweatpants/framework/chat'

/** A file of SQLite, or a schema of a Postgres database. */
export type StorePlace = { type: 'sqlite'; path: string } | { type: 'postgres'; url: string; schema: string }

/** Loads nothing of the other kind: a server starts many times. */
export async function openStore(place: StorePlace): Promise<Store> {
  if (place.type === 'sqlite') {
    const { createSqliteStore } = await import('@sweatpants/framework/stores/sqlite')
    return createSqliteStore(place.path)
  }
  const { createPostgresStore } = await import('@sweatpants/framework/stores/postgres')
  return createPostgresStore({ url: place.url, schema: place.schema })
}

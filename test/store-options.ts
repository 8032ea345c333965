import type { Store } from '@sweatpants/framework/log'
import { createNatsStore } from '@sweatpants/framework/stores/nats'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'

/** Where a node of a test keeps its streams. */
export type StoreOptions =
  | { type: 'sqlite'; path: string }
  | { type: 'postgres'; url: string; schema: string }
  /** The address of one server; the client learns of the others from it. */
  | { type: 'nats'; url: string }

export function openStore(options: StoreOptions): Store | Promise<Store> {
  if (options.type === 'sqlite') return createSqliteStore(options.path)
  if (options.type === 'postgres') return createPostgresStore({ ...options, poolSize: 6 })
  return createNatsStore(options.url, { sync: 'any' })
}

import type { SessionLog, Store } from '../chat/session-log.ts'
import { openDatabase } from './sqlite-database.ts'
import { prepareLogs } from './sqlite-log.ts'
import { createSqliteRuns } from './sqlite-runs.ts'
import { SqliteWatchers } from './sqlite-watchers.ts'
import { SqliteWrites } from './sqlite-writes.ts'

export interface SqliteStoreOptions {
  /** Made where missing, with its directory; `:memory:` for one that lives as long as the store. */
  path: string
  /** Milliseconds since the epoch. */
  now?: () => number
}

/** Runs and logs in one SQLite file, which several processes may use at once. What it acknowledged is on disk. */
export function createSqliteStore(options: string | SqliteStoreOptions): Store {
  const { path, now = Date.now }: SqliteStoreOptions = typeof options === 'string' ? { path: options } : options
  const database = openDatabase(path)
  const writes = new SqliteWrites(database)
  const watchers = new SqliteWatchers(database)
  const logOf = prepareLogs({ database, writes, watchers, now })
  const close = () => {
    if (!database.isOpen) return
    writes.flush()
    watchers.close()
    database.close()
  }
  return {
    runs: createSqliteRuns({ database, writes, now, close }),
    // What a kind's events are is known to whoever names the kind.
    log: <E>(kind: string) => logOf(kind) as SessionLog<E>,
    close,
  }
}

import { Broadcasts } from '../log/broadcasts.ts'
import type { Log, Store } from '../log/log.ts'
import { createRunIndex } from './sql-runs.ts'
import { openDatabase } from './sqlite-database.ts'
import { hideErrors } from './sqlite-errors.ts'
import { SqliteIdentity } from './sqlite-identity.ts'
import { createLeases } from './sqlite-leases.ts'
import { prepareLogs } from './sqlite-log.ts'
import { createQuestions } from './sqlite-questions.ts'
import { searchRuns, toSql } from './sqlite-sql.ts'
import { createTextIndex } from './sqlite-texts.ts'
import { SqliteWatchers } from './sqlite-watchers.ts'
import { SqliteWrites } from './sqlite-writes.ts'

export interface SqliteStoreOptions {
  /** The file, created with its directory where missing; `:memory:` for a store that ends with the process. */
  path: string
  /** Milliseconds since the epoch. When given, it times leases too, which otherwise go by the monotonic clock of the machine. */
  now?: () => number
  /** Called with errors of the check for commits of other processes, each once. Default: standard error. */
  onError?: (error: unknown) => void
}

/** Keeps streams in one SQLite file, which several processes of a machine may use at once. What it acknowledged is on disk. */
export function createSqliteStore(options: string | SqliteStoreOptions): Store {
  const given: SqliteStoreOptions = typeof options === 'string' ? { path: options } : options
  const { path, now, onError = console.error } = given
  const database = openDatabase(path)
  const monotonic = now ?? readMonotonicClock
  const parts = {
    database,
    sql: toSql(database, monotonic),
    writes: new SqliteWrites(database, { identity: new SqliteIdentity(path) }),
    watchers: new SqliteWatchers(database, onError),
    broadcasts: new Broadcasts(),
    now: now ?? Date.now,
    monotonic,
  }
  const logOf = prepareLogs(parts)
  const close = () => {
    if (!database.isOpen) return
    parts.writes.close()
    parts.watchers.close()
    database.close()
  }
  return {
    isDurable: path !== ':memory:',
    // The caller that names a kind knows the type of its events.
    log: <E>(kind: string) => hideErrors(logOf(kind)) as Log<E>,
    leases: hideErrors(createLeases(parts)),
    questions: hideErrors(createQuestions(parts)),
    runs: hideErrors(createRunIndex(parts.sql, searchRuns(database, parts.now))),
    texts: hideErrors(createTextIndex(parts)),
    close,
  }
}

/** Milliseconds since the machine started, the same for all its processes: setting the clock makes no node look dead. */
const readMonotonicClock = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000

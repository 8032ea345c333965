import type { DatabaseSync } from 'node:sqlite'
import type { Broadcasts } from '../log/broadcasts.ts'
import type { Sql, SqlValue } from './sql.ts'
import type { RunConditions } from './sql-runs.ts'
import type { SqliteWatchers } from './sqlite-watchers.ts'
import type { SqliteWrites } from './sqlite-writes.ts'

/** What the parts of a store share. */
export interface SqliteParts {
  database: DatabaseSync
  sql: SyncSql
  writes: SqliteWrites
  watchers: SqliteWatchers
  broadcasts: Broadcasts
  /** Milliseconds since the epoch. */
  now: () => number
  /** Milliseconds on the clock that leases are timed by. */
  monotonic: () => number
}

/** Whether a live node drives the stream; `:now` is the time on the clock of the leases. Node 22 cannot bind `?1`. */
export const IS_DRIVEN = `(streams.node is not null and exists (
  select 1 from nodes where nodes.node = streams.node and alive_until > :now and alive_until <= :now + ttl))`

/** SQLite plans a statement anew for each value of a bare `limit ?`, which takes several times as long as a short read. */
export const LIMIT = 'limit 0 + ?'

/** No read of SQLite returns a promise. */
export interface SyncSql extends Sql {
  prepare<Row>(text: string): (...values: readonly SqlValue[]) => Row[]
}

export const toSql = (database: DatabaseSync, monotonic: () => number): SyncSql => ({
  schema: 'main',
  headers: `(select streams.*, ${IS_DRIVEN} as is_driven from streams)`,
  questions: `(select questions.*, kind, id, principal from questions cross join streams on streams.number = stream)`,
  prepare<Row>(text: string) {
    const statement = database.prepare(text.replace('limit ?', LIMIT))
    const isTimed = text.includes(':now')
    // The caller knows the rows of its statement.
    return (...values) => (isTimed ? statement.all({ now: monotonic() }, ...values) : statement.all(...values)) as Row[]
  },
  toText: (value) => value,
  fromText: (text) => text,
  toNames,
})

/** A function of its own: in SQLite only the letters of ASCII have a lower case. */
export function searchRuns(database: DatabaseSync, now: () => number): RunConditions {
  database.function('contains', { varargs: true, deterministic: true }, (search, ...texts) => {
    const wanted = String(search).toLowerCase()
    return texts.some((text) => text !== null && String(text).toLowerCase().includes(wanted)) ? 1 : 0
  })
  return {
    search: 'contains(?, id, tool, principal)',
    toSearched: (text) => text,
    olderThan: 'changed_at <= ?',
    toTime: (ms) => now() - ms,
  }
}

/** Names are stored as JSON. */
export const toNames = (text: unknown): string[] => JSON.parse(text as string)

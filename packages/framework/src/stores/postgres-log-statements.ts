import type { Database } from './postgres-database.ts'
import type { Deleted } from './postgres-listener.ts'
import type { StreamRow } from './sql-reads.ts'

export interface OpenedRow extends StreamRow {
  outcome: 'opened' | 'fenced' | null
  events: string | null
}

export interface AppendedRow {
  outcome: 'appended' | 'repeated' | 'gone' | 'fenced' | 'moved' | 'closed'
  place: number | null
  /** The names that the questions which have changed are addressed to. */
  names: string[] | null
}

/** The statements of all logs. `$1` is the kind and `$2` the id, where a statement is about one stream. */
export function prepareLogStatements({ name: schema, prepare }: Database) {
  return {
    create: prepare<{ outcome: 'created' | 'exists' | 'fenced'; place: number; new_fence: number | null }>(
      `select * from ${schema}.create_stream($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    ),
    open: prepare<OpenedRow>(`select $2 as id, * from ${schema}.open_stream($1, $2, $3)`),
    append: prepare<AppendedRow>(
      `select * from ${schema}.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    ),
    appendQuietly: prepare<AppendedRow>(
      `select *, null as names from ${schema}.append_quietly($1, $2, $3, $4, $5, $6)`,
    ),
    // Locks the row, so that no snapshot is stored for a stream that is being deleted.
    keepSnapshot: prepare(
      `insert into ${schema}.snapshots as kept (stream, lsn, state)
       select number, $3, $4 from ${schema}.streams where kind = $1 and id = $2 and head >= $3 for key share
       on conflict (stream) do update set lsn = excluded.lsn, state = excluded.state where kept.lsn <= excluded.lsn`,
    ),
    delete: prepare<Deleted & { outcome: 'deleted' | 'gone' | 'fenced' }>(
      `select * from ${schema}.delete_stream($1, $2, $3, $4)`,
    ),
  }
}

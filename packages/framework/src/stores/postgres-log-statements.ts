import type { Database } from './postgres-database.ts'
import type { Deleted } from './postgres-listener.ts'

export interface StreamRow {
  id: string
  principal: string | null
  created_at: number
  updated_at: number
  head: number
  about: string
  register: string | null
  is_driven: boolean
  last_write: number
}

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
  const record = 'id, principal, created_at, updated_at, head, about, register, is_driven, last_write'
  const number = `(select number from ${schema}.streams where kind = $1 and id = $2)`
  return {
    create: prepare<{ outcome: 'created' | 'exists' | 'fenced'; place: number; new_fence: number | null }>(
      `select * from ${schema}.create_stream($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    ),
    get: prepare<StreamRow>(`select ${record} from ${schema}.headers where kind = $1 and id = $2`),
    open: prepare<OpenedRow>(`select $2 as id, * from ${schema}.open_stream($1, $2, $3)`),
    append: prepare<AppendedRow>(
      `select * from ${schema}.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    ),
    appendQuietly: prepare<AppendedRow>(
      `select *, null as names from ${schema}.append_quietly($1, $2, $3, $4, $5, $6)`,
    ),
    read: prepare<{ lsn: number; event: string }>(
      `select lsn, event from ${schema}.records where stream = ${number} and lsn > $3 order by lsn limit $4`,
    ),
    find: prepare<{ lsn: number }>(`select lsn from ${schema}.commands where stream = ${number} and command_id = $3`),
    list: prepare<StreamRow>(
      `select ${record} from ${schema}.headers where kind = $1 and principal = $2
       order by updated_at desc, number desc limit $3`,
    ),
    listWithoutPrincipal: prepare<StreamRow>(
      `select ${record} from ${schema}.headers where kind = $1 and principal is null
       order by updated_at desc, number desc limit $2`,
    ),
    count: prepare<{ found: number }>(
      `select count(*)::int as found
       from (select from ${schema}.streams where kind = $1 and principal = $2 limit $3) as counted`,
    ),
    // No index serves "is not distinct from".
    countWithoutPrincipal: prepare<{ found: number }>(
      `select count(*)::int as found
       from (select from ${schema}.streams where kind = $1 and principal is null limit $2) as counted`,
    ),
    snapshot: prepare<{ lsn: number; state: string }>(
      `select lsn, state from ${schema}.snapshots where stream = ${number}`,
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

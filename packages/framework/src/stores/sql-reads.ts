import type { Log, LogEntry, StreamRecord } from '../log/log.ts'
import { andThen } from '../tools/maybe-promise.ts'
import { ALL, prepareOwned, type Sql } from './sql.ts'

/** A row of `headers`. */
export interface StreamRow {
  id: string
  principal: string | null
  created_at: number
  updated_at: number
  head: number
  about: string
  register: string | null
  is_driven: boolean | 0 | 1
  last_write: number
}

/** The columns of a `StreamRow`. */
const RECORD = 'id, principal, created_at, updated_at, head, about, register, last_write, is_driven'

interface EntryRow {
  lsn: number
  event: string
}

/** The methods of a log that read its tables. */
export type LogReads = Pick<Log<unknown>, 'get' | 'read' | 'find' | 'list' | 'count' | 'snapshot'>

/** Returns the reads of the logs of a database by kind. Their statements are prepared once for all kinds. */
export function prepareReads(sql: Sql): (kind: string) => LogReads {
  const { schema, headers, prepare, toText } = sql
  const number = `(select number from ${schema}.streams where kind = ? and id = ?)`
  const get = prepare<StreamRow>(`select ${RECORD} from ${headers} where kind = ? and id = ?`)
  const read = prepare<EntryRow>(
    `select lsn, event from ${schema}.records where stream = ${number} and lsn > ? order by lsn limit ?`,
  )
  const find = prepare<{ lsn: number }>(
    `select lsn from ${schema}.commands where stream = ${number} and command_id = ?`,
  )
  const list = prepareOwned<StreamRow>(
    sql,
    (isOwned) =>
      `select ${RECORD} from ${headers} where kind = ? and ${isOwned} order by updated_at desc, number desc limit ?`,
  )
  const count = prepareOwned<{ found: number }>(
    sql,
    (isOwned) =>
      `select count(*) as found
       from (select 1 from ${schema}.streams where kind = ? and ${isOwned} limit ?) as counted`,
  )
  const snapshot = prepare<{ lsn: number; state: string }>(
    `select lsn, state from ${schema}.snapshots where stream = ${number}`,
  )

  return (kind) => ({
    get: (id) => andThen(get(toText(kind), toText(id)), ([row]) => row && toRecord(sql, row)),
    read: (id, after, limit = ALL) => andThen(read(toText(kind), toText(id), after, limit), toEntries),
    find: (id, commandId) => andThen(find(toText(kind), toText(id), toText(commandId)), ([row]) => row?.lsn),
    list: (principal, limit = ALL) =>
      andThen(list(kind, principal, limit), (rows) => rows.map((row) => toRecord(sql, row))),
    count: (principal, limit = ALL) => andThen(count(kind, principal, limit), ([row]) => row!.found),
    snapshot: (id) =>
      andThen(snapshot(toText(kind), toText(id)), ([row]) => row && { lsn: row.lsn, state: JSON.parse(row.state) }),
  })
}

const toEntries = (rows: readonly EntryRow[]): LogEntry<unknown>[] =>
  rows.map(({ lsn, event }) => ({ lsn, event: JSON.parse(event) }))

export const toRecord = ({ fromText }: Sql, row: StreamRow): StreamRecord => ({
  id: fromText(row.id),
  ...(row.principal !== null && { principal: fromText(row.principal) }),
  createdAt: Math.floor(row.created_at),
  updatedAt: Math.floor(row.updated_at),
  head: row.head,
  about: JSON.parse(row.about),
  ...(row.register !== null && { register: JSON.parse(row.register) }),
  isDriven: Boolean(row.is_driven),
  lastWrite: row.last_write,
})

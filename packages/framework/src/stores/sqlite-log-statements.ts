import type { DatabaseSync } from 'node:sqlite'

/** What a write must know of its stream. */
type Located = readonly [number: number, head: number, fence: number | null, lastWrite: number]

/** The statements of all logs. */
export function prepareLogStatements(database: DatabaseSync) {
  // As arrays, which takes half the time: every write begins with it.
  const locateRow = database.prepare('select number, head, fence, last_write from streams where kind = ? and id = ?')
  locateRow.setReturnArrays(true)
  return {
    locate: (kind: string, id: string) => locateRow.get(kind, id) as unknown as Located | undefined,
    insert: database.prepare(
      `insert into streams
         (kind, id, principal, created_at, updated_at, head, about, register, due_at, expires_at, node, fence, owner)
       values (?, ?, ?, :now, :now, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning number`,
    ),
    advance: database.prepare(
      `update streams set head = ?, register = coalesce(?, register), about = coalesce(?, about),
         updated_at = coalesce(?, updated_at), due_at = iif(?, ?, due_at), expires_at = coalesce(?, expires_at),
         node = iif(?, null, node), last_write = coalesce(?, last_write)
       where number = ?`,
    ),
    // SQLite rewrites the index of every column that is set, changed or not.
    advanceQuietly: database.prepare(
      'update streams set head = ?, register = coalesce(?, register), last_write = coalesce(?, last_write) where number = ?',
    ),
    takeFence: database.prepare('update fences set last = last + 1 returning last'),
    setFence: database.prepare('update streams set fence = ? where number = ?'),
    addRecord: database.prepare('insert into records (stream, lsn, event) values (?, ?, ?)'),
    addCommand: database.prepare('insert into commands (stream, command_id, lsn) values (?, ?, ?)'),
    findCommand: database.prepare('select lsn from commands where stream = ? and command_id = ?'),
    keepSnapshot: database.prepare(
      `insert into snapshots (stream, lsn, state)
       select number, :lsn, ? from streams where kind = ? and id = ? and head >= :lsn
       on conflict (stream) do update set lsn = excluded.lsn, state = excluded.state where excluded.lsn >= snapshots.lsn`,
    ),
    addRun: database.prepare(
      `insert into runs
         (stream, kind, id, owner_kind, owner_id, tool, version, principal, state, started_at, changed_at, detail)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    changeRun: database.prepare(
      'update runs set changed_at = iif(state = :state, changed_at, ?), state = :state, detail = ? where stream = ?',
    ),
    remove: database.prepare('delete from streams where number = ?'),
    removeRuns: database.prepare('delete from streams where owner = ? returning kind, id'),
  }
}

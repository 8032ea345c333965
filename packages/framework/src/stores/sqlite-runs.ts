import type { DatabaseSync } from 'node:sqlite'
import { JournalConflictError } from '../tools/errors.ts'
import type { Journal } from '../tools/journal.ts'
import type { RunStore } from '../tools/run-store.ts'
import { snapshot } from './sqlite-database.ts'
import type { SqliteWrites } from './sqlite-writes.ts'

export interface SqliteRunsParts {
  database: DatabaseSync
  writes: SqliteWrites
  now: () => number
  /** Closes the whole file, whatever else is kept in it. */
  close: () => void
}

export function createSqliteRuns({ database, writes, now, close }: SqliteRunsParts): RunStore {
  const openJournal = prepareJournals(database, writes)
  const get = database.prepare('select expires_at, data from run_records where run_id = ?')
  const put = database.prepare(
    `insert into run_records (run_id, expires_at, data, owner, owned_until) values (?, ?, ?, ?, ?)
     on conflict (run_id) do update set
       expires_at = excluded.expires_at, data = excluded.data, owner = excluded.owner, owned_until = excluded.owned_until`,
  )
  const claim = database.prepare(
    `update run_records set owner = ?1, owned_until = ?2
     where run_id = ?3 and (owner is null or owner = ?1 or owned_until <= ?4)`,
  )
  const release = database.prepare('update run_records set owner = null where run_id = ? and owner = ?')
  const deleteJournal = database.prepare('delete from run_journals where run_id = ?')
  const deleteRecord = database.prepare('delete from run_records where run_id = ?')
  const deleteExpiredJournals = database.prepare(
    'delete from run_journals where run_id in (select run_id from run_records where expires_at <= ?)',
  )
  const deleteExpiredRecords = database.prepare('delete from run_records where expires_at <= ?')

  return {
    journal: openJournal,
    get(runId) {
      const row = get.get(runId)
      return row && { expiresAt: row.expires_at as number, data: JSON.parse(row.data as string) }
    },
    async put(runId, { expiresAt, data }, claimed) {
      const json = JSON.stringify(data)
      await writes.write(() => {
        const until = claimed === undefined ? null : now() + claimed.ttl
        put.run(runId, expiresAt, json, claimed?.owner ?? null, until)
      })
    },
    delete: (runId) =>
      writes.write(() => {
        deleteJournal.run(runId)
        deleteRecord.run(runId)
      }),
    collect: (now) =>
      writes.write(() => {
        deleteExpiredJournals.run(now)
        return Number(deleteExpiredRecords.run(now).changes)
      }),
    claim: (runId, { owner, ttl }) =>
      writes.write(() => {
        const time = now()
        return claim.run(owner, time + ttl, runId, time).changes > 0
      }),
    release: (runId, owner) => writes.write(() => void release.run(runId, owner)),
    close,
  }
}

function prepareJournals(database: DatabaseSync, writes: SqliteWrites): (runId: string) => Journal {
  const find = database.prepare('select revision, header, progress, length from run_journals where run_id = ?')
  const list = database.prepare('select entry from run_entries where run_id = ? order by position')
  const begin = database.prepare(
    'insert into run_journals (run_id, header, progress, length, revision) values (?, ?, ?, ?, 1)',
  )
  const advance = database.prepare(
    `update run_journals set header = coalesce(?, header), progress = ?, length = ?, revision = revision + 1
     where run_id = ?`,
  )
  const clear = database.prepare('delete from run_entries where run_id = ?')
  const add = database.prepare('insert into run_entries (run_id, position, entry) values (?, ?, ?)')

  return (runId) => ({
    read: () =>
      snapshot(database, () => {
        const row = find.get(runId)
        if (row === undefined) return undefined
        const entries = list.all(runId).map(({ entry }) => entry)
        return {
          revision: row.revision as number,
          header: JSON.parse(row.header as string),
          entries: JSON.parse(`[${entries.join(',')}]`),
          progress: JSON.parse(row.progress as string),
        }
      }),
    append: (revision, { header, entries, progress }) =>
      writes.write(() => {
        const row = find.get(runId)
        const found = (row?.revision ?? 0) as number
        if (found !== revision) throw new JournalConflictError(runId, revision, found)
        const kept = header === undefined ? ((row?.length ?? 0) as number) : 0
        const headerJson = header === undefined ? null : JSON.stringify(header)
        const values = [headerJson, JSON.stringify(progress), kept + entries.length] as const
        if (row === undefined) begin.run(runId, ...values)
        else advance.run(...values, runId)
        if (row !== undefined && header !== undefined) clear.run(runId)
        entries.forEach((entry, i) => add.run(runId, kept + i, JSON.stringify(entry)))
      }),
  })
}

import type { SQLOutputValue } from 'node:sqlite'
import {
  FenceError,
  type Log,
  LogConflictError,
  refuseOwner,
  StreamExistsError,
  StreamGoneError,
  type StreamRecord,
  toRegisterText,
} from '../log/log.ts'
import type { RunChange } from '../log/run-index.ts'
import { toKey } from '../log/watchers.ts'
import { snapshot as within } from './sqlite-database.ts'
import { IS_DRIVEN, type SqliteParts } from './sqlite-leases.ts'
import type { SqliteQuestions } from './sqlite-questions.ts'

type Row = Record<string, SQLOutputValue>
type Located = readonly [number: number, head: number, fence: number | null, lastWrite: number]

/** SQLite's limit for "all rows". */
const ALL = -1

/** Returns the logs of a file by kind. Their statements are prepared once for all kinds. */
export function prepareLogs(parts: SqliteParts, questions: SqliteQuestions): (kind: string) => Log<unknown> {
  const { database, writes, watchers, broadcasts, now, monotonic } = parts
  const columns = `id, principal, created_at, updated_at, head, about, register, last_write, ${IS_DRIVEN} as is_driven`
  const number = '(select number from streams where kind = ? and id = ?)'
  const insert = database.prepare(
    `insert into streams
       (kind, id, principal, created_at, updated_at, head, about, register, due_at, expires_at, node, fence, owner)
     values (?, ?, ?, :now, :now, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning number`,
  )
  // As arrays, which takes half the time: every write begins with it.
  const locateRow = database.prepare('select number, head, fence, last_write from streams where kind = ? and id = ?')
  locateRow.setReturnArrays(true)
  const locate = (kind: string, id: string) => locateRow.get(kind, id) as unknown as Located | undefined
  const advance = database.prepare(
    `update streams set head = ?, register = coalesce(?, register), about = coalesce(?, about),
       updated_at = coalesce(?, updated_at), due_at = iif(?, ?, due_at), expires_at = coalesce(?, expires_at),
       node = iif(?, null, node), last_write = coalesce(?, last_write)
     where number = ?`,
  )
  // SQLite rewrites the index of every column that is set, changed or not.
  const advanceQuietly = database.prepare(
    'update streams set head = ?, register = coalesce(?, register), last_write = coalesce(?, last_write) where number = ?',
  )
  const takeFence = database.prepare('update fences set last = last + 1 returning last')
  const setFence = database.prepare('update streams set fence = ? where number = ?')
  const get = database.prepare(`select ${columns} from streams where kind = ? and id = ?`)
  const list = database.prepare(
    `select ${columns} from streams where kind = ? and principal is ? order by updated_at desc, number desc limit ?`,
  )
  const count = database.prepare(
    'select count(*) as found from (select 1 from streams where kind = ? and principal is ? limit ?)',
  )
  const addRecord = database.prepare('insert into records (stream, lsn, event) values (?, ?, ?)')
  const listRecords = database.prepare('select lsn, event from records where stream = ? order by lsn')
  const read = database.prepare(
    `select lsn, event from records where stream = ${number} and lsn > ? order by lsn limit ?`,
  )
  const addCommand = database.prepare('insert into commands (stream, command_id, lsn) values (?, ?, ?)')
  const findCommand = database.prepare('select lsn from commands where stream = ? and command_id = ?')
  const find = database.prepare(`select lsn from commands where stream = ${number} and command_id = ?`)
  const snapshot = database.prepare(`select lsn, state from snapshots where stream = ${number}`)
  const keepSnapshot = database.prepare(
    `insert into snapshots (stream, lsn, state)
     select number, :lsn, ? from streams where kind = ? and id = ? and head >= :lsn
     on conflict (stream) do update set lsn = excluded.lsn, state = excluded.state where excluded.lsn >= snapshots.lsn`,
  )
  const addRun = database.prepare(
    `insert into runs
       (stream, kind, id, owner_kind, owner_id, tool, version, principal, state, started_at, changed_at, detail)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const changeRun = database.prepare(
    'update runs set changed_at = iif(state = :state, changed_at, ?), state = :state, detail = ? where stream = ?',
  )
  const remove = database.prepare('delete from streams where number = ?')
  const removeRuns = database.prepare('delete from streams where owner = ? returning kind, id')

  const addRecords = (stream: number, after: number, events: readonly string[]) =>
    events.forEach((event, i) => addRecord.run(stream, after + i + 1, event))

  return (kind) => ({
    async create(id, stream) {
      const { principal = null, events, dueAt = null, expiresAt = null, node = null, under, run } = stream
      const records = toTexts(events)
      const about = JSON.stringify(stream.about)
      const register = stream.register === undefined ? null : toRegisterText(id, stream.register)
      const change = questions.prepare({ opens: stream.questions ?? [] })
      const detail = toDetailText(run)
      const fence = await writes.write(() => {
        const found = under && locate(under.kind, under.id)
        const [owner = null, , ownerFence] = found ?? []
        refuseOwner(under, found && { fence: ownerFence ?? null })
        const fence = under?.fence ?? (node === null ? null : (takeFence.get()!.last as number))
        const header = [records.length, about, register, dueAt, expiresAt, node, fence, owner] as const
        const row = insert.get({ now: now() }, kind, id, principal, ...header)
        if (row === undefined) throw new StreamExistsError(id)
        addRecords(row.number as number, 0, records)
        change.apply(row.number as number)
        if (run !== undefined) {
          const { tool, version = null, principal = null, state, startedAt } = run
          const mark = [tool, version, principal, state, startedAt, now(), detail] as const
          addRun.run(row.number as number, kind, id, under?.kind ?? null, under?.id ?? null, ...mark)
        }
        return fence
      })
      change.tell()
      watchers.wake(toKey(kind, id), records.length)
      return { lsn: records.length, repeated: false, ...(fence !== null && { fence }) }
    },
    get(id) {
      const row = get.get({ now: monotonic() }, kind, id)
      return row && toRecord(row)
    },
    async open(id, fence) {
      // A driver that opens its stream again writes nothing.
      if (fence !== undefined && locate(kind, id)?.[2] !== fence) {
        await writes.write(() => {
          const [number = null, , last] = locate(kind, id) ?? []
          if ((last ?? 0) > fence) throw new FenceError(id, fence)
          setFence.run(fence, number)
        })
      }
      // Read after the takeover, so that no other write waits for it.
      return within(database, () => {
        const [number] = locate(kind, id) ?? []
        if (number === undefined) return undefined
        return { ...toRecord(get.get({ now: monotonic() }, kind, id)!), events: toEntries(listRecords.all(number)) }
      })
    },
    async append(id, append) {
      const { events, head, commandId, fence, write = null, dueAt, expiresAt = null, release, isQuiet, run } = append
      const records = toTexts(events)
      const about = append.about === undefined ? null : JSON.stringify(append.about)
      const register = append.register === undefined ? null : toRegisterText(id, append.register)
      const detail = toDetailText(run)
      const isIndexed = !isQuiet || dueAt !== undefined || expiresAt !== null || about !== null || release
      const isChange = !isQuiet && (records.length > 0 || about !== null)
      const change = questions.prepare(append.questions)
      const appended = await writes.write(() => {
        const located = locate(kind, id)
        if (located === undefined) throw new StreamGoneError(id)
        const [number, last, lastFence, lastWrite] = located
        const known = commandId === undefined ? undefined : findCommand.get(number, commandId)
        if (known !== undefined) return { lsn: known.lsn as number, repeated: true }
        if (fence !== undefined && fence !== lastFence) throw new FenceError(id, fence)
        if (write !== null && write <= lastWrite) return { lsn: last, repeated: true }
        if (head !== undefined && head !== last) throw new LogConflictError(id, head, last)
        change.apply(number)
        addRecords(number, last, records)
        const lsn = last + records.length
        if (commandId !== undefined) addCommand.run(number, commandId, lsn)
        if (isIndexed) {
          const due = [dueAt === undefined ? 0 : 1, dueAt ?? null] as const
          advance.run(lsn, register, about, isChange ? now() : null, ...due, expiresAt, release ? 1 : 0, write, number)
        } else advanceQuietly.run(lsn, register, write, number)
        if (run !== undefined) changeRun.run({ state: run.state }, now(), detail, number)
        return { lsn, repeated: false }
      })
      change.tell()
      if (!isQuiet && !appended.repeated && records.length > 0) watchers.wake(toKey(kind, id), appended.lsn)
      return appended
    },
    read: (id, after, limit = ALL) => toEntries(read.all(kind, id, after, limit)),
    find: (id, commandId) => find.get(kind, id, commandId)?.lsn as number | undefined,
    watch: (id, listener) => watchers.add(toKey(kind, id), listener),
    broadcast: (id, broadcast) => broadcasts.send(toKey(kind, id), JSON.stringify(broadcast)),
    listen: (id, listener) => broadcasts.listen(toKey(kind, id), listener),
    list: (principal, limit = ALL) => list.all({ now: monotonic() }, kind, principal ?? null, limit).map(toRecord),
    count: (principal, limit = ALL) => count.get(kind, principal ?? null, limit)?.found as number,
    snapshot(id) {
      const row = snapshot.get(kind, id)
      return row && { lsn: row.lsn as number, state: JSON.parse(row.state as string) }
    },
    async keepSnapshot(id, lsn, state) {
      const text = JSON.stringify(state)
      await writes.write(() => keepSnapshot.run({ lsn }, text, kind, id))
    },
    async delete(id, { fence, withRuns = false } = {}) {
      const removed = await writes.write(() => {
        const located = locate(kind, id)
        if (located === undefined) return []
        const [number, , last] = located
        if (fence !== undefined && fence !== last) throw new FenceError(id, fence)
        remove.run(number)
        return [{ kind, id }, ...(withRuns ? removeRuns.all(number) : [])]
      })
      for (const { kind, id } of removed) watchers.wake(toKey(kind as string, id as string))
    },
  })
}

/** Called before the write waits for its turn, so that a caller may change an event afterwards. */
const toTexts = (events: readonly unknown[]): string[] => events.map((event) => JSON.stringify(event))

const toDetailText = (run: RunChange | undefined): string | null =>
  run?.detail === undefined ? null : JSON.stringify(run.detail)

const toEntries = (rows: readonly Row[]) =>
  rows.map(({ lsn, event }) => ({ lsn: lsn as number, event: JSON.parse(event as string) as unknown }))

const toRecord = (row: Row): StreamRecord => ({
  id: row.id as string,
  ...(row.principal !== null && { principal: row.principal as string }),
  createdAt: row.created_at as number,
  updatedAt: row.updated_at as number,
  head: row.head as number,
  about: JSON.parse(row.about as string),
  ...(row.register !== null && { register: JSON.parse(row.register as string) }),
  isDriven: row.is_driven === 1,
  lastWrite: row.last_write as number,
})

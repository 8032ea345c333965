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
import type { SqliteParts } from './sqlite-leases.ts'
import { prepareLogStatements } from './sqlite-log-statements.ts'
import type { SqliteQuestions } from './sqlite-questions.ts'

type Row = Record<string, SQLOutputValue>

/** SQLite's limit for "all rows". */
const ALL = -1

/** Returns the logs of a file by kind. Their statements are prepared once for all kinds. */
export function prepareLogs(parts: SqliteParts, questions: SqliteQuestions): (kind: string) => Log<unknown> {
  const statements = prepareLogStatements(parts.database)
  return (kind) => createLog(kind, statements, parts, questions)
}

function createLog(
  kind: string,
  statements: ReturnType<typeof prepareLogStatements>,
  { database, writes, watchers, broadcasts, now, monotonic }: SqliteParts,
  questions: SqliteQuestions,
): Log<unknown> {
  const addRecords = (stream: number, after: number, events: readonly string[]) =>
    events.forEach((event, i) => statements.addRecord.run(stream, after + i + 1, event))

  return {
    async create(id, stream) {
      const { principal = null, events, dueAt = null, expiresAt = null, node = null, under, run } = stream
      const records = toTexts(events)
      const about = JSON.stringify(stream.about)
      const register = stream.register === undefined ? null : toRegisterText(id, stream.register)
      const change = questions.prepare({ opens: stream.questions ?? [] })
      const detail = toDetailText(run)
      const fence = await writes.write(() => {
        const found = under && statements.locate(under.kind, under.id)
        const [owner = null, , ownerFence] = found ?? []
        refuseOwner(under, found && { fence: ownerFence ?? null })
        const fence = under?.fence ?? (node === null ? null : (statements.takeFence.get()!.last as number))
        const header = [records.length, about, register, dueAt, expiresAt, node, fence, owner] as const
        const row = statements.insert.get({ now: now() }, kind, id, principal, ...header)
        if (row === undefined) throw new StreamExistsError(id)
        addRecords(row.number as number, 0, records)
        change.apply(row.number as number)
        if (run !== undefined) {
          const { tool, version = null, principal = null, state, startedAt } = run
          const mark = [tool, version, principal, state, startedAt, now(), detail] as const
          statements.addRun.run(row.number as number, kind, id, under?.kind ?? null, under?.id ?? null, ...mark)
        }
        return fence
      })
      change.tell()
      watchers.wake(toKey(kind, id), records.length)
      return { lsn: records.length, repeated: false, ...(fence !== null && { fence }) }
    },
    get(id) {
      const row = statements.get.get({ now: monotonic() }, kind, id)
      return row && toRecord(row)
    },
    async open(id, fence) {
      // A driver that opens its stream again writes nothing.
      if (fence !== undefined && statements.locate(kind, id)?.[2] !== fence) {
        await writes.write(() => {
          const [number = null, , last] = statements.locate(kind, id) ?? []
          if ((last ?? 0) > fence) throw new FenceError(id, fence)
          statements.setFence.run(fence, number)
        })
      }
      // Read after the takeover, so that no other write waits for it.
      return within(database, () => {
        const [number] = statements.locate(kind, id) ?? []
        if (number === undefined) return undefined
        return {
          ...toRecord(statements.get.get({ now: monotonic() }, kind, id)!),
          events: toEntries(statements.listRecords.all(number)),
        }
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
        const located = statements.locate(kind, id)
        if (located === undefined) throw new StreamGoneError(id)
        const [number, last, lastFence, lastWrite] = located
        const known = commandId === undefined ? undefined : statements.findCommand.get(number, commandId)
        if (known !== undefined) return { lsn: known.lsn as number, repeated: true }
        if (fence !== undefined && fence !== lastFence) throw new FenceError(id, fence)
        if (write !== null && write <= lastWrite) return { lsn: last, repeated: true }
        if (head !== undefined && head !== last) throw new LogConflictError(id, head, last)
        change.apply(number)
        addRecords(number, last, records)
        const lsn = last + records.length
        if (commandId !== undefined) statements.addCommand.run(number, commandId, lsn)
        if (isIndexed) {
          const due = [dueAt === undefined ? 0 : 1, dueAt ?? null] as const
          statements.advance.run(
            lsn,
            register,
            about,
            isChange ? now() : null,
            ...due,
            expiresAt,
            release ? 1 : 0,
            write,
            number,
          )
        } else statements.advanceQuietly.run(lsn, register, write, number)
        if (run !== undefined) statements.changeRun.run({ state: run.state }, now(), detail, number)
        return { lsn, repeated: false }
      })
      change.tell()
      if (!isQuiet && !appended.repeated && records.length > 0) watchers.wake(toKey(kind, id), appended.lsn)
      return appended
    },
    read: (id, after, limit = ALL) => toEntries(statements.read.all(kind, id, after, limit)),
    find: (id, commandId) => statements.find.get(kind, id, commandId)?.lsn as number | undefined,
    watch: (id, listener) => watchers.add(toKey(kind, id), listener),
    broadcast: (id, broadcast) => broadcasts.send(toKey(kind, id), JSON.stringify(broadcast)),
    listen: (id, listener) => broadcasts.listen(toKey(kind, id), listener),
    list: (principal, limit = ALL) =>
      statements.list.all({ now: monotonic() }, kind, principal ?? null, limit).map(toRecord),
    count: (principal, limit = ALL) => statements.count.get(kind, principal ?? null, limit)?.found as number,
    snapshot(id) {
      const row = statements.snapshot.get(kind, id)
      return row && { lsn: row.lsn as number, state: JSON.parse(row.state as string) }
    },
    async keepSnapshot(id, lsn, state) {
      const text = JSON.stringify(state)
      await writes.write(() => statements.keepSnapshot.run({ lsn }, text, kind, id))
    },
    async delete(id, { fence, withRuns = false } = {}) {
      const removed = await writes.write(() => {
        const located = statements.locate(kind, id)
        if (located === undefined) return []
        const [number, , last] = located
        if (fence !== undefined && fence !== last) throw new FenceError(id, fence)
        statements.remove.run(number)
        return [{ kind, id }, ...(withRuns ? statements.removeRuns.all(number) : [])]
      })
      for (const { kind, id } of removed) watchers.wake(toKey(kind as string, id as string))
    },
  }
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

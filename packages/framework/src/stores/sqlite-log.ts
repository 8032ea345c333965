import {
  FenceError,
  findRepeated,
  type Log,
  type LogEntry,
  refuseOwner,
  StreamExistsError,
  StreamGoneError,
  type StreamRecord,
  toRegisterText,
} from '../log/log.ts'
import type { RunChange } from '../log/run-index.ts'
import { toKey } from '../log/watchers.ts'
import { type LogReads, prepareReads } from './sql-reads.ts'
import { snapshot as within } from './sqlite-database.ts'
import { prepareLogStatements } from './sqlite-log-statements.ts'
import { prepareChanges } from './sqlite-questions.ts'
import type { SqliteParts } from './sqlite-sql.ts'

/** Returns the logs of a file by kind. Their statements are prepared once for all kinds. */
export function prepareLogs(parts: SqliteParts): (kind: string) => Log<unknown> {
  const statements = prepareLogStatements(parts.database)
  const readsOf = prepareReads(parts.sql)
  const changesOf = prepareChanges(parts)
  return (kind) => createLog(kind, statements, readsOf(kind), changesOf, parts)
}

function createLog(
  kind: string,
  statements: ReturnType<typeof prepareLogStatements>,
  reads: LogReads,
  changesOf: ReturnType<typeof prepareChanges>,
  { database, writes, watchers, broadcasts, now }: SqliteParts,
): Log<unknown> {
  const addRecords = (stream: number, after: number, events: readonly string[]) =>
    events.forEach((event, i) => statements.addRecord.run(stream, after + i + 1, event))

  return {
    ...reads,
    async create(id, stream) {
      const { principal = null, events, dueAt = null, expiresAt = null, node = null, under, run } = stream
      const records = toTexts(events)
      const about = JSON.stringify(stream.about)
      const register = stream.register === undefined ? null : toRegisterText(id, stream.register)
      const change = changesOf({ opens: stream.questions ?? [] })
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
        // Without a promise, as all reads of SQLite.
        const record = reads.get(id) as StreamRecord | undefined
        return record && { ...record, events: reads.read(id, 0) as LogEntry<unknown>[] }
      })
    },
    async append(id, append) {
      const { events, head, commandId, fence, write, dueAt, expiresAt = null, release, isQuiet, run } = append
      const records = toTexts(events)
      const about = append.about === undefined ? null : JSON.stringify(append.about)
      const register = append.register === undefined ? null : toRegisterText(id, append.register)
      const detail = toDetailText(run)
      const isIndexed = !isQuiet || dueAt !== undefined || expiresAt !== null || about !== null || release
      const isChange = !isQuiet && (records.length > 0 || about !== null)
      const change = changesOf(append.questions)
      const appended = await writes.write(() => {
        const located = statements.locate(kind, id)
        if (located === undefined) throw new StreamGoneError(id)
        const [number, last, lastFence, lastWrite] = located
        const known = commandId === undefined ? undefined : statements.findCommand.get(number, commandId)
        if (known !== undefined) return { lsn: known.lsn as number, repeated: true }
        const repeated = findRepeated(id, { head, fence, write }, { head: last, fence: lastFence, lastWrite })
        if (repeated !== undefined) return repeated
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
            write ?? null,
            number,
          )
        } else statements.advanceQuietly.run(lsn, register, write ?? null, number)
        if (run !== undefined) statements.changeRun.run({ state: run.state }, now(), detail, number)
        return { lsn, repeated: false }
      })
      change.tell()
      if (!isQuiet && !appended.repeated && records.length > 0) watchers.wake(toKey(kind, id), appended.lsn)
      return appended
    },
    watch: (id, listener) => watchers.add(toKey(kind, id), listener),
    broadcast: (id, broadcast) => broadcasts.send(toKey(kind, id), JSON.stringify(broadcast)),
    listen: (id, listener) => broadcasts.listen(toKey(kind, id), listener),
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

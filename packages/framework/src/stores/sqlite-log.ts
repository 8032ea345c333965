import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import {
  FenceError,
  LogConflictError,
  SessionExistsError,
  SessionGoneError,
  type SessionLog,
  type SessionRecord,
} from '../chat/session-log.ts'
import { prepareLeases } from './sqlite-leases.ts'
import type { SqliteWatchers } from './sqlite-watchers.ts'
import type { SqliteWrites } from './sqlite-writes.ts'

export interface SqliteLogOptions {
  database: DatabaseSync
  writes: SqliteWrites
  watchers: SqliteWatchers
  now: () => number
}

/** What SQLite takes for "as many as there are". */
const ALL = -1

/** The statements are the same for every kind, and prepared once. */
export function prepareLogs(options: SqliteLogOptions): (kind: string) => SessionLog<unknown> {
  const { database, writes, watchers, now } = options
  const leasesOf = prepareLeases(database, writes, now)
  const begin = database.prepare(
    `insert into sessions (kind, session_id, principal, created_at, updated_at, head, about)
     values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id`,
  )
  const locate = database.prepare('select id, head, fence, due_at from sessions where kind = ? and session_id = ?')
  const advance = database.prepare(
    `update sessions set head = ?, due_at = ?, about = coalesce(?, about), updated_at = coalesce(?, updated_at)
     where id = ?`,
  )
  const remove = database.prepare('delete from sessions where kind = ? and session_id = ?')
  const get = database.prepare('select * from sessions where kind = ? and session_id = ?')
  const list = database.prepare(
    'select * from sessions where kind = ? and principal is ? order by updated_at desc, id desc limit ?',
  )
  const count = database.prepare('select count(*) as found from sessions where kind = ? and principal is ?')
  const idOf = '(select id from sessions where kind = ? and session_id = ?)'
  const addEvent = database.prepare('insert into events (session, lsn, event) values (?, ?, ?)')
  const read = database.prepare(
    `select lsn, event from events where session = ${idOf} and lsn > ? order by lsn limit ?`,
  )
  const findCommand = database.prepare('select lsn from commands where session = ? and command_id = ?')
  const addCommand = database.prepare('insert into commands (session, command_id, lsn) values (?, ?, ?)')
  const find = database.prepare(`select lsn from commands where session = ${idOf} and command_id = ?`)
  const snapshot = database.prepare(`select lsn, state from snapshots where session = ${idOf}`)
  const keepSnapshot = database.prepare(
    `insert into snapshots (session, lsn, state)
     select id, ?, ? from sessions where kind = ? and session_id = ? and head >= ?
     on conflict (session) do update set lsn = excluded.lsn, state = excluded.state where excluded.lsn >= snapshots.lsn`,
  )

  const addEvents = (session: number, head: number, events: readonly string[]): number => {
    events.forEach((event, i) => addEvent.run(session, head + i + 1, event))
    return head + events.length
  }

  return (kind) => {
    // A clash of two of these only wakes somebody in vain.
    const keyOf = (sessionId: string) => `${kind}/${sessionId}`
    const written = async <T>(sessionId: string, body: () => T): Promise<T> => {
      const result = await writes.write(body)
      watchers.wake(keyOf(sessionId))
      return result
    }

    return {
      ...leasesOf(kind),
      async create(sessionId, { principal = null, about, events }) {
        const texts = toTexts(events)
        const aboutText = JSON.stringify(about)
        return written(sessionId, () => {
          const time = now()
          const row = begin.get(kind, sessionId, principal, time, time, events.length, aboutText)
          if (row === undefined) throw new SessionExistsError(sessionId)
          return { lsn: addEvents(row.id as number, 0, texts), repeated: false }
        })
      },
      get(sessionId) {
        const row = get.get(kind, sessionId)
        return row && toRecord(row)
      },
      list: (principal, limit = ALL) => list.all(kind, principal ?? null, limit).map(toRecord),
      count: (principal) => count.get(kind, principal ?? null)?.found as number,
      async append(sessionId, { events, head, commandId, fence, dueAt, about }) {
        const texts = toTexts(events)
        const aboutText = about === undefined ? null : JSON.stringify(about)
        return written(sessionId, () => {
          const row = locate.get(kind, sessionId)
          if (row === undefined) throw new SessionGoneError(sessionId)
          const session = row.id as number
          const known = commandId === undefined ? undefined : findCommand.get(session, commandId)
          if (known !== undefined) return { lsn: known.lsn as number, repeated: true }
          if (fence !== undefined && fence !== row.fence) throw new FenceError(sessionId, fence)
          const found = row.head as number
          if (head !== undefined && head !== found) throw new LogConflictError(sessionId, head, found)
          const lsn = addEvents(session, found, texts)
          if (commandId !== undefined) addCommand.run(session, commandId, lsn)
          const isChanged = events.length > 0 || about !== undefined
          advance.run(lsn, dueAt === undefined ? row.due_at! : dueAt, aboutText, isChanged ? now() : null, session)
          return { lsn, repeated: false }
        })
      },
      read: (sessionId, after, limit = ALL) =>
        read
          .all(kind, sessionId, after, limit)
          .map(({ lsn, event }) => ({ lsn: lsn as number, event: JSON.parse(event as string) })),
      find: (sessionId, commandId) => find.get(kind, sessionId, commandId)?.lsn as number | undefined,
      watch: (sessionId, listener) => watchers.add(keyOf(sessionId), listener),
      snapshot(sessionId) {
        const row = snapshot.get(kind, sessionId)
        return row && { lsn: row.lsn as number, state: JSON.parse(row.state as string) }
      },
      async keepSnapshot(sessionId, lsn, state) {
        const text = JSON.stringify(state)
        await writes.write(() => keepSnapshot.run(lsn, text, kind, sessionId, lsn))
      },
      async delete(sessionId) {
        await written(sessionId, () => remove.run(kind, sessionId))
      },
    }
  }
}

/** As they are when they are given, whenever they are written. */
const toTexts = (events: readonly unknown[]): string[] => events.map((event) => JSON.stringify(event))

const toRecord = (row: Record<string, SQLOutputValue>): SessionRecord => ({
  sessionId: row.session_id as string,
  ...(row.principal !== null && { principal: row.principal as string }),
  createdAt: row.created_at as number,
  updatedAt: row.updated_at as number,
  head: row.head as number,
  about: JSON.parse(row.about as string),
})

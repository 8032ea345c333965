import {
  type Append,
  type Appended,
  FenceError,
  LogConflictError,
  SessionExistsError,
  SessionGoneError,
  type SessionLog,
  type SessionRecord,
} from '../chat/session-log.ts'
import type { Database } from './postgres-database.ts'
import type { Listener } from './postgres-listener.ts'
import { type AppendRow, type LogStatements, prepareLogStatements, type SessionRow } from './postgres-log-statements.ts'
import { fromText, toText } from './postgres-text.ts'

/** Logs in Postgres, by kind. */
export function prepareLogs(database: Database, listener: Listener): <E>(kind: string) => SessionLog<E> {
  const statements = prepareLogStatements(database)
  return (kind) => createLog(toText(kind), statements, listener)
}

function createLog<E>(kind: string, statements: LogStatements, listener: Listener): SessionLog<E> {
  return {
    async create(sessionId, { principal, about, events }) {
      const owner = principal === undefined ? null : toText(principal)
      const json = [JSON.stringify(about), JSON.stringify(events)]
      const [row] = await statements.create(kind, toText(sessionId), owner, ...json)
      if (row!.head === null) throw new SessionExistsError(sessionId)
      listener.tell(kind, toText(sessionId))
      return { lsn: row!.head, repeated: false }
    },
    async get(sessionId) {
      const [row] = await statements.get(kind, toText(sessionId))
      return row && toRecord(row)
    },
    async count(principal) {
      const [row] = await statements.count(kind, principal === undefined ? null : toText(principal))
      return row!.found
    },
    async list(principal, limit) {
      const rows =
        principal === undefined
          ? await statements.listOfNobody(kind, limit)
          : await statements.list(kind, toText(principal), limit)
      return rows.map(toRecord)
    },
    async append(sessionId, append) {
      const { events, head, commandId, fence, dueAt, about } = append
      const [row] = await statements.append(
        kind,
        toText(sessionId),
        JSON.stringify(events),
        head,
        commandId === undefined ? null : toText(commandId),
        fence,
        dueAt !== undefined,
        dueAt,
        about === undefined ? null : JSON.stringify(about),
      )
      const appended = toAppended(sessionId, append, row!)
      if (!appended.repeated && events.length > 0) listener.tell(kind, toText(sessionId))
      return appended
    },
    async read(sessionId, after, limit) {
      const rows = await statements.read(kind, toText(sessionId), after, limit)
      return rows.map(({ lsn, event }) => ({ lsn, event: JSON.parse(event) }))
    },
    async find(sessionId, commandId) {
      const [row] = await statements.find(kind, toText(sessionId), toText(commandId))
      return row?.lsn
    },
    watch: (sessionId, wake) => listener.watch(kind, toText(sessionId), wake),
    async snapshot(sessionId) {
      const [row] = await statements.snapshot(kind, toText(sessionId))
      return row && { lsn: row.lsn, state: JSON.parse(row.state) }
    },
    async keepSnapshot(sessionId, lsn, state) {
      await statements.keepSnapshot(kind, toText(sessionId), lsn, JSON.stringify(state))
    },
    async delete(sessionId) {
      await statements.delete(kind, toText(sessionId))
      listener.tell(kind, toText(sessionId))
    },
    async beat(node, ttl) {
      await statements.beat(kind, toText(node), ttl)
    },
    async acquire(sessionId, node) {
      const [row] = await statements.acquire(kind, toText(sessionId), toText(node))
      return row?.fence
    },
    async release(sessionId, fence) {
      await statements.release(kind, toText(sessionId), fence)
    },
    async due(limit) {
      const rows = await statements.due(kind, limit)
      return rows.map((row) => fromText(row.session_id))
    },
  }
}

function toRecord({ session_id, principal, created_at, updated_at, head, about }: SessionRow): SessionRecord {
  return {
    sessionId: fromText(session_id),
    ...(principal !== null && { principal: fromText(principal) }),
    createdAt: created_at,
    updatedAt: updated_at,
    head,
    about: JSON.parse(about),
  }
}

function toAppended<E>(sessionId: string, { head, fence }: Append<E>, { outcome, place }: AppendRow): Appended {
  switch (outcome) {
    case 'gone':
      throw new SessionGoneError(sessionId)
    case 'fenced':
      throw new FenceError(sessionId, fence!)
    case 'moved':
      throw new LogConflictError(sessionId, head!, place!)
    default:
      return { lsn: place!, repeated: outcome === 'repeated' }
  }
}

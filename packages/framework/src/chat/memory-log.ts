import type { Json } from '../tools/json.ts'
import {
  FenceError,
  LogConflictError,
  SessionExistsError,
  SessionGoneError,
  type SessionLog,
  type SessionRecord,
} from './session-log.ts'
import { Watchers } from './watchers.ts'

/** Kept as text, as any other store does: nobody can change what is in the log. */
interface Session {
  principal: string | undefined
  createdAt: number
  updatedAt: number
  about: string
  events: string[]
  commands: Map<string, number>
  snapshot?: { lsn: number; state: string }
  dueAt: number | null
  node: string | undefined
  fence: number | undefined
}

/** Logs that live as long as the process. */
export function createMemoryLog<E>({ now = Date.now }: { now?: () => number } = {}): SessionLog<E> {
  const sessions = new Map<string, Session>()
  const watchers = new Watchers()
  const aliveUntil = new Map<string, number>()
  let fences = 0
  const isDriven = ({ node }: Session) => node !== undefined && (aliveUntil.get(node) ?? 0) > now()

  return {
    create(sessionId, { principal, about, events }) {
      if (sessions.has(sessionId)) throw new SessionExistsError(sessionId)
      const time = now()
      sessions.set(sessionId, {
        principal,
        createdAt: time,
        updatedAt: time,
        about: JSON.stringify(about),
        events: events.map((event) => JSON.stringify(event)),
        commands: new Map(),
        dueAt: null,
        node: undefined,
        fence: undefined,
      })
      watchers.wake(sessionId)
      return { lsn: events.length, repeated: false }
    },
    get(sessionId) {
      const session = sessions.get(sessionId)
      return session && toRecord(sessionId, session)
    },
    count: (principal) => [...sessions.values()].filter((session) => session.principal === principal).length,
    list: (principal, limit) =>
      [...sessions]
        .filter(([, session]) => session.principal === principal)
        .reverse()
        .sort(([, a], [, b]) => b.updatedAt - a.updatedAt)
        .slice(0, limit)
        .map(([sessionId, session]) => toRecord(sessionId, session)),
    append(sessionId, { events, head, commandId, fence, dueAt, about }) {
      const session = sessions.get(sessionId)
      if (session === undefined) throw new SessionGoneError(sessionId)
      const known = commandId === undefined ? undefined : session.commands.get(commandId)
      if (known !== undefined) return { lsn: known, repeated: true }
      if (fence !== undefined && fence !== session.fence) throw new FenceError(sessionId, fence)
      const found = session.events.length
      if (head !== undefined && head !== found) throw new LogConflictError(sessionId, head, found)
      const added = events.map((event) => JSON.stringify(event))
      for (const event of added) session.events.push(event)
      const lsn = session.events.length
      if (commandId !== undefined) session.commands.set(commandId, lsn)
      if (dueAt !== undefined) session.dueAt = dueAt
      if (about !== undefined) session.about = JSON.stringify(about)
      if (events.length > 0 || about !== undefined) session.updatedAt = now()
      if (events.length > 0) watchers.wake(sessionId)
      return { lsn, repeated: false }
    },
    read(sessionId, after, limit = Number.POSITIVE_INFINITY) {
      const page = sessions.get(sessionId)?.events.slice(after, after + limit) ?? []
      return page.map((event, i) => ({ lsn: after + i + 1, event: JSON.parse(event) }))
    },
    find: (sessionId, commandId) => sessions.get(sessionId)?.commands.get(commandId),
    watch: (sessionId, listener) => watchers.add(sessionId, listener),
    snapshot(sessionId) {
      const kept = sessions.get(sessionId)?.snapshot
      return kept && { lsn: kept.lsn, state: JSON.parse(kept.state) }
    },
    keepSnapshot(sessionId, lsn, state) {
      const session = sessions.get(sessionId)
      if (session === undefined || lsn > session.events.length || lsn < (session.snapshot?.lsn ?? 0)) return
      session.snapshot = { lsn, state: JSON.stringify(state) }
    },
    delete(sessionId) {
      if (sessions.delete(sessionId)) watchers.wake(sessionId)
    },

    beat: (node, ttl) => void aliveUntil.set(node, now() + ttl),
    acquire(sessionId, node) {
      const session = sessions.get(sessionId)
      if (session === undefined || (session.node !== node && isDriven(session))) return undefined
      session.node = node
      // Counted for all sessions together: that of a deleted one is not taken for that of its successor.
      session.fence = ++fences
      return session.fence
    },
    release(sessionId, fence) {
      const session = sessions.get(sessionId)
      if (session?.fence === fence) session.node = undefined
    },
    due(limit) {
      const time = now()
      return [...sessions]
        .filter(([, session]) => session.dueAt !== null && session.dueAt <= time && !isDriven(session))
        .sort(([, a], [, b]) => a.dueAt! - b.dueAt!)
        .slice(0, limit)
        .map(([sessionId]) => sessionId)
    },
  }
}

const toRecord = (sessionId: string, { principal, createdAt, updatedAt, about, events }: Session): SessionRecord => ({
  sessionId,
  ...(principal !== undefined && { principal }),
  createdAt,
  updatedAt,
  head: events.length,
  about: JSON.parse(about) as Json,
})

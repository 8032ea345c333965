import type { Json } from '../tools/json.ts'
import {
  FenceError,
  findRepeated,
  type Log,
  type LogEntry,
  refuseOwner,
  type Store,
  StreamExistsError,
  StreamGoneError,
  toRegisterText,
} from './log.ts'
import { createMemoryLeases } from './memory-leases.ts'
import { createMemoryQuestions } from './memory-questions.ts'
import { createMemoryRuns } from './memory-runs.ts'
import { MemoryStreams, type Stream, toPrincipalKey } from './memory-streams.ts'
import type { QuestionChanges } from './questions.ts'
import { toKey } from './watchers.ts'

export interface MemoryStoreOptions {
  /** Milliseconds since the epoch. When given, it times leases too, which otherwise go by a monotonic clock. */
  now?: () => number
}

/** Keeps streams as long as the process lives. */
export function createMemoryStore({ now }: MemoryStoreOptions = {}): Store {
  const streams = new MemoryStreams(now ?? Date.now, now ?? (() => performance.now()))
  return {
    isDurable: false,
    log: (kind) => createMemoryLog(kind, streams),
    leases: createMemoryLeases(streams),
    questions: createMemoryQuestions(streams),
    runs: createMemoryRuns(streams),
    close() {},
  }
}

/** Called before anything is stored: a body that has no JSON leaves nothing behind. */
const withTexts = (opens: QuestionChanges['opens'] = []) =>
  opens.map((question) => ({ ...question, text: JSON.stringify(question.body) }))

function createMemoryLog<E>(kind: string, streams: MemoryStreams): Log<E> {
  const { all, watchers, broadcasts, now } = streams
  const stream = (id: string): Stream | undefined => all.get(toKey(kind, id))
  const of = (principal: string | undefined): Stream[] => [
    ...(streams.byPrincipal.get(toPrincipalKey(kind, principal)) ?? []),
  ]
  const toEntries = (events: readonly string[], after: number): LogEntry<E>[] =>
    events.map((event, i) => ({ lsn: after + i + 1, event: JSON.parse(event) as E }))

  return {
    create(id, { principal, about, events, register, dueAt = null, expiresAt, node, under, questions, run }) {
      const opens = withTexts(questions)
      const key = toKey(kind, id)
      const owner = under && all.get(toKey(under.kind, under.id))
      refuseOwner(under, owner)
      if (all.has(key)) throw new StreamExistsError(id)
      const time = now()
      const created: Stream = {
        ref: { kind, id },
        principal,
        createdAt: time,
        updatedAt: time,
        about: JSON.stringify(about),
        register: register === undefined ? undefined : toRegisterText(id, register),
        events: events.map((event) => JSON.stringify(event)),
        commands: new Map(),
        dueAt,
        expiresAt,
        node,
        fence: under?.fence ?? (node === undefined ? undefined : streams.nextFence()),
        lastWrite: 0,
        owner,
        runs: new Set(),
        questions: new Map(),
      }
      streams.add(key, created)
      streams.open(created, opens)
      if (run !== undefined) streams.listRun(created, run)
      owner?.runs.add(key)
      watchers.wake(key, events.length)
      return { lsn: events.length, repeated: false, ...(created.fence !== undefined && { fence: created.fence }) }
    },
    get(id) {
      const found = stream(id)
      return found && streams.toRecord(found)
    },
    open(id, fence) {
      const found = stream(id)
      if (found === undefined) return undefined
      if (fence !== undefined) {
        if ((found.fence ?? 0) > fence) throw new FenceError(id, fence)
        found.fence = fence
      }
      return { ...streams.toRecord(found), events: toEntries(found.events, 0) }
    },
    append(id, append) {
      const { events, commandId, write, dueAt, about, register, expiresAt, release, isQuiet, run } = append
      const { opens, closes = [], answers } = append.questions ?? {}
      // Before the first is stored: a value that has no JSON leaves nothing behind.
      const opened = withTexts(opens)
      const records = events.map((event) => JSON.stringify(event))
      const aboutText = about === undefined ? undefined : JSON.stringify(about)
      const registerText = register === undefined ? undefined : toRegisterText(id, register)
      const found = stream(id)
      if (found === undefined) throw new StreamGoneError(id)
      const known = commandId === undefined ? undefined : found.commands.get(commandId)
      if (known !== undefined) return { lsn: known, repeated: true }
      const { fence, lastWrite } = found
      const repeated = findRepeated(id, append, { head: found.events.length, fence, lastWrite })
      if (repeated !== undefined) return repeated
      if (answers !== undefined) streams.answer(found, answers)
      streams.close(found, closes)
      streams.open(found, opened)
      for (const record of records) found.events.push(record)
      const lsn = found.events.length
      if (commandId !== undefined) found.commands.set(commandId, lsn)
      if (write !== undefined) found.lastWrite = write
      if (dueAt !== undefined) found.dueAt = dueAt
      if (aboutText !== undefined) found.about = aboutText
      if (registerText !== undefined) found.register = registerText
      if (expiresAt !== undefined) found.expiresAt = expiresAt
      if (release) found.node = undefined
      if (run !== undefined) streams.changeRun(found, run)
      if (!isQuiet && (records.length > 0 || about !== undefined)) found.updatedAt = now()
      if (!isQuiet && records.length > 0) watchers.wake(toKey(kind, id), lsn)
      return { lsn, repeated: false }
    },
    read: (id, after, limit = Number.POSITIVE_INFINITY) =>
      toEntries(stream(id)?.events.slice(after, after + limit) ?? [], after),
    find: (id, commandId) => stream(id)?.commands.get(commandId),
    watch: (id, listener) => watchers.add(toKey(kind, id), listener),
    broadcast: (id, broadcast) => broadcasts.send(toKey(kind, id), JSON.stringify(broadcast)),
    listen: (id, listener) => broadcasts.listen(toKey(kind, id), listener),
    list: (principal, limit) =>
      of(principal)
        .reverse()
        .sort((a, b) => b.updatedAt - a.updatedAt)
        .slice(0, limit)
        .map((stream) => streams.toRecord(stream)),
    count: (principal, limit = Number.POSITIVE_INFINITY) =>
      Math.min(limit, streams.byPrincipal.get(toPrincipalKey(kind, principal))?.size ?? 0),
    snapshot(id) {
      const kept = stream(id)?.snapshot
      return kept && { lsn: kept.lsn, state: JSON.parse(kept.state) as Json }
    },
    keepSnapshot(id, lsn, state) {
      const found = stream(id)
      if (found === undefined || lsn > found.events.length || lsn < (found.snapshot?.lsn ?? 0)) return
      found.snapshot = { lsn, state: JSON.stringify(state) }
    },
    delete(id, { fence, withRuns = false } = {}) {
      const found = stream(id)
      if (found === undefined) return
      if (fence !== undefined && fence !== found.fence) throw new FenceError(id, fence)
      streams.delete(toKey(kind, id), withRuns)
    },
  }
}

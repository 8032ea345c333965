import {
  type Append,
  type Appended,
  FenceError,
  type Log,
  LogConflictError,
  refuseOwner,
  StreamExistsError,
  StreamGoneError,
  type StreamRecord,
  toRegisterText,
} from '../log/log.ts'
import { type NewQuestion, QuestionClosedError } from '../log/questions.ts'
import type { RunChange, RunMark } from '../log/run-index.ts'
import type { Database } from './postgres-database.ts'
import type { Listener } from './postgres-listener.ts'
import { type AppendedRow, prepareLogStatements, type StreamRow } from './postgres-log-statements.ts'
import { fromText, toText } from './postgres-text.ts'

/** Returns the logs of a database by kind. */
export function prepareLogs(database: Database, listener: Listener): <E>(kind: string) => Log<E> {
  const statements = prepareLogStatements(database)
  return (kind) => createLog(toText(kind), statements, listener)
}

function createLog<E>(kind: string, statements: ReturnType<typeof prepareLogStatements>, listener: Listener): Log<E> {
  return {
    async create(id, { principal, about, events, register, dueAt, expiresAt, node, under, questions = [], run }) {
      const [row] = await statements.create(
        kind,
        toText(id),
        principal === undefined ? null : toText(principal),
        JSON.stringify(about),
        register === undefined ? null : toRegisterText(id, register),
        JSON.stringify(events),
        dueAt,
        expiresAt,
        node === undefined ? null : toText(node),
        under === undefined ? null : toText(under.kind),
        under === undefined ? null : toText(under.id),
        under?.fence,
        toOpens(questions),
        toRunText(run),
      )
      const { outcome, place, new_fence: fence } = row!
      if (outcome === 'fenced') refuseOwner(under, undefined)
      if (outcome === 'exists') throw new StreamExistsError(id)
      // Other nodes are not told of a stream that is driven from the start: no one else knows its id yet.
      if (fence === null) listener.tell(kind, toText(id), place)
      else listener.wake(kind, toText(id), place)
      listener.tellAudience(questions.flatMap(({ to }) => to).map(toText))
      return { lsn: place, repeated: false, ...(fence !== null && { fence }) }
    },
    async get(id) {
      const [row] = await statements.get(kind, toText(id))
      return row && toRecord(row)
    },
    async open(id, fence) {
      const [row] = await statements.open(kind, toText(id), fence)
      if (row!.outcome === null) return undefined
      if (row!.outcome === 'fenced') throw new FenceError(id, fence!)
      const events = JSON.parse(`[${row!.events ?? ''}]`) as E[]
      return { ...toRecord(row!), events: events.map((event, i) => ({ lsn: i + 1, event })) }
    },
    async append(id, append) {
      const { events, head, commandId, fence, write, about, register, dueAt, expiresAt, release, isQuiet, run } = append
      const stream = [kind, toText(id), JSON.stringify(events)]
      const registerText = register === undefined ? null : toRegisterText(id, register)
      const { opens = [], closes = [], answers } = append.questions ?? {}
      const others = [head, commandId, about, dueAt, expiresAt, release, append.questions, run]
      const isEntry = isQuiet && others.every((value) => value === undefined)
      const [row] = isEntry
        ? await statements.appendQuietly(...stream, fence, write, registerText)
        : await statements.append(
            ...stream,
            head,
            commandId === undefined ? null : toText(commandId),
            fence,
            write,
            about === undefined ? null : JSON.stringify(about),
            registerText,
            dueAt !== undefined,
            dueAt,
            expiresAt,
            release ?? false,
            isQuiet ?? false,
            toOpens(opens),
            closes.length === 0 ? null : closes.map(toText),
            answers === undefined ? null : toText(answers.key),
            answers === undefined ? null : toText(answers.by),
            answers?.isLast ?? false,
            toRunText(run),
          )
      const appended = toAppended(id, append, row!)
      listener.tellAudience(row!.names ?? [])
      if (!appended.repeated && events.length > 0 && !isQuiet) listener.tell(kind, toText(id), appended.lsn)
      return appended
    },
    async read(id, after, limit) {
      const rows = await statements.read(kind, toText(id), after, limit)
      return rows.map(({ lsn, event }) => ({ lsn, event: JSON.parse(event) as E }))
    },
    async find(id, commandId) {
      const [row] = await statements.find(kind, toText(id), toText(commandId))
      return row?.lsn
    },
    watch: (id, wake) => listener.watch(kind, toText(id), wake),
    broadcast: (id, broadcast) => listener.broadcast(kind, toText(id), JSON.stringify(broadcast)),
    listen: (id, hear) => listener.listen(kind, toText(id), hear),
    async list(principal, limit) {
      const rows =
        principal === undefined
          ? await statements.listWithoutPrincipal(kind, limit)
          : await statements.list(kind, toText(principal), limit)
      return rows.map(toRecord)
    },
    async count(principal, limit) {
      const [row] =
        principal === undefined
          ? await statements.countWithoutPrincipal(kind, limit)
          : await statements.count(kind, toText(principal), limit)
      return row!.found
    },
    async snapshot(id) {
      const [row] = await statements.snapshot(kind, toText(id))
      return row && { lsn: row.lsn, state: JSON.parse(row.state) }
    },
    async keepSnapshot(id, lsn, state) {
      await statements.keepSnapshot(kind, toText(id), lsn, JSON.stringify(state))
    },
    async delete(id, { fence, withRuns = false } = {}) {
      const [row] = await statements.delete(kind, toText(id), fence, withRuns)
      if (row!.outcome === 'fenced') throw new FenceError(id, fence!)
      listener.tellDeleted(row!)
    },
  }
}

/** Only `detail` is JSON in the table. */
function toRunText(run: RunMark | RunChange | undefined): string | null {
  if (run === undefined) return null
  const { detail, ...clear } = run
  const texts = Object.entries(clear).map(([name, value]) => [name, typeof value === 'string' ? toText(value) : value])
  return JSON.stringify({ ...Object.fromEntries(texts), ...(detail && { detail: JSON.stringify(detail) }) })
}

function toRecord(row: StreamRow): StreamRecord {
  const { id, principal, created_at, updated_at, head, about, register, is_driven, last_write } = row
  return {
    id: fromText(id),
    ...(principal !== null && { principal: fromText(principal) }),
    createdAt: Math.floor(created_at),
    updatedAt: Math.floor(updated_at),
    head,
    about: JSON.parse(about),
    ...(register !== null && { register: JSON.parse(register) }),
    isDriven: is_driven,
    lastWrite: last_write,
  }
}

/** Returns the JSON of questions as the functions of the schema read it. */
function toOpens(questions: readonly NewQuestion[]): string | null {
  if (questions.length === 0) return null
  return JSON.stringify(
    questions.map(({ key, to, quorum = 1, answeredBy = [], body, ...question }) => ({
      ...question,
      key: toText(key),
      to: to.map(toText),
      quorum,
      answeredBy: answeredBy.map(toText),
      body: JSON.stringify(body),
    })),
  )
}

function toAppended<E>(id: string, { head, fence, questions }: Append<E>, { outcome, place }: AppendedRow): Appended {
  switch (outcome) {
    case 'closed':
      throw new QuestionClosedError(questions!.answers!.key)
    case 'gone':
      throw new StreamGoneError(id)
    case 'fenced':
      throw new FenceError(id, fence!)
    case 'moved':
      throw new LogConflictError(id, head!, place!)
    default:
      return { lsn: place!, repeated: outcome === 'repeated' }
  }
}

import {
  type Append,
  type Appended,
  FenceError,
  type Log,
  LogConflictError,
  refuseOwner,
  StreamExistsError,
  StreamGoneError,
  toRegisterText,
} from '../log/log.ts'
import { type NewQuestion, QuestionClosedError } from '../log/questions.ts'
import type { RunChange, RunMark } from '../log/run-index.ts'
import type { Database } from './postgres-database.ts'
import type { Listener } from './postgres-listener.ts'
import { type AppendedRow, prepareLogStatements } from './postgres-log-statements.ts'
import { toText } from './postgres-text.ts'
import type { Sql } from './sql.ts'
import { type LogReads, prepareReads, toRecord } from './sql-reads.ts'

/** Returns the logs of a database by kind. */
export function prepareLogs(database: Database, sql: Sql, listener: Listener): (kind: string) => Log<unknown> {
  const statements = prepareLogStatements(database)
  const readsOf = prepareReads(sql)
  return (kind) => ({ ...readsOf(kind), ...createWrites(toText(kind), statements, sql, listener) })
}

function createWrites(
  kind: string,
  statements: ReturnType<typeof prepareLogStatements>,
  sql: Sql,
  listener: Listener,
): Omit<Log<unknown>, keyof LogReads> {
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
    async open(id, fence) {
      const [row] = await statements.open(kind, toText(id), fence)
      if (row!.outcome === null) return undefined
      if (row!.outcome === 'fenced') throw new FenceError(id, fence!)
      const events = JSON.parse(`[${row!.events ?? ''}]`) as unknown[]
      return { ...toRecord(sql, row!), events: events.map((event, i) => ({ lsn: i + 1, event })) }
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
    watch: (id, wake) => listener.watch(kind, toText(id), wake),
    broadcast: (id, broadcast) => listener.broadcast(kind, toText(id), JSON.stringify(broadcast)),
    listen: (id, hear) => listener.listen(kind, toText(id), hear),
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

function toAppended(
  id: string,
  { head, fence, questions }: Append<unknown>,
  { outcome, place }: AppendedRow,
): Appended {
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

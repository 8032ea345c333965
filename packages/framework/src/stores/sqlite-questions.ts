import type { SQLOutputValue } from 'node:sqlite'
import type { StreamRef } from '../log/log.ts'
import {
  pauseAfter,
  type QuestionChanges,
  QuestionClosedError,
  type QuestionRef,
  type Questions,
  type StoredQuestion,
} from '../log/questions.ts'
import { toKey } from '../log/watchers.ts'
import type { SqliteParts } from './sqlite-leases.ts'

type Row = Record<string, SQLOutputValue>

/** What an append does to the questions of its stream. */
interface Change {
  /** Called in the transaction of the append. Throws a `QuestionClosedError`. */
  apply(stream: number): void
  /** Called after the commit: wakes the watchers of the questions that have changed. */
  tell(): void
}

const NONE: Change = { apply() {}, tell() {} }

/** SQLite's limit for "all rows". */
const ALL = -1

/** The watchers of questions are kept under this kind, by audience name. */
const AUDIENCE = 'audience'

/** The open questions of a file. */
export class SqliteQuestions implements Questions {
  readonly #parts: SqliteParts
  readonly #statements: ReturnType<typeof prepareStatements>

  constructor(parts: SqliteParts) {
    this.#parts = parts
    this.#statements = prepareStatements(parts)
  }

  list(names: readonly string[], { before = Number.MAX_SAFE_INTEGER, limit = ALL } = {}): StoredQuestion[] {
    const rows = names.flatMap((name) => this.#statements.list.all(name, before, limit))
    const found = new Map(rows.map((row) => [row.place as number, row]))
    return [...found.values()]
      .sort((a, b) => (b.place as number) - (a.place as number))
      .slice(0, limit === ALL ? undefined : limit)
      .map(toQuestion)
  }

  get({ kind, id, key }: QuestionRef): StoredQuestion | undefined {
    const row = this.#statements.get.get(kind, id, key)
    return row && toQuestion(row)
  }

  keys({ kind, id }: StreamRef): string[] {
    return this.#statements.keys.all(kind, id).map(({ key }) => key as string)
  }

  watch(name: string, listener: () => void): () => void {
    return this.#parts.watchers.add(toKey(AUDIENCE, name), () => listener())
  }

  async claim(limit: number, pauses: readonly number[]): Promise<StoredQuestion[]> {
    const { writes, now } = this.#parts
    const { listDue, setDelivery } = this.#statements
    // Read first: mostly nothing is due, and then the file is not locked.
    if (listDue.get(now(), 1) === undefined) return []
    return writes.write(() => {
      const time = now()
      return listDue.all(time, limit).map((row) => {
        const tries = (row.tries as number) + 1
        setDelivery.run(time + pauseAfter(pauses, tries), tries, row.place as number)
        return { ...toQuestion(row), tries }
      })
    })
  }

  async delivered({ kind, id, key }: QuestionRef): Promise<void> {
    await this.#parts.writes.write(() => void this.#statements.finishDelivery.run(kind, id, key))
  }

  /** Called before the append waits for its turn: a body that has no JSON is refused there. */
  prepare(changes: QuestionChanges | undefined): Change {
    const { opens = [], closes = [], answers } = changes ?? {}
    if (opens.length === 0 && closes.length === 0 && answers === undefined) return NONE
    const { now, watchers } = this.#parts
    const { open, addRecipient, close, findOpen, setAnswers } = this.#statements
    const texts = opens.map(({ to, answeredBy = [], body }) =>
      [to, answeredBy, body].map((value) => JSON.stringify(value)),
    )
    const touched = new Set<string>()
    const touch = (row: Row | undefined) => {
      for (const name of toNames(row?.recipients ?? '[]')) touched.add(name)
    }
    return {
      apply(stream) {
        if (answers !== undefined) {
          const row = findOpen.get(stream, answers.key)
          const answeredBy = toNames(row?.answered_by ?? '[]')
          if (row === undefined || answeredBy.includes(answers.by)) throw new QuestionClosedError(answers.key)
          answeredBy.push(answers.by)
          if (answers.isLast || answeredBy.length >= (row.quorum as number)) touch(close.get(stream, answers.key))
          else touch(setAnswers.get(JSON.stringify(answeredBy), stream, answers.key))
        }
        for (const key of closes) touch(close.get(stream, key))
        opens.forEach(({ key, to, quorum = 1, expiresAt = null, isOutgoing }, i) => {
          const deliverAt = isOutgoing ? 0 : null
          const row = open.get(stream, key, quorum, now(), expiresAt, deliverAt, ...texts[i]!)
          if (row === undefined) return
          for (const name of new Set(to)) addRecipient.run(name, row.number as number)
          touch(row)
        })
      },
      tell() {
        for (const name of touched) watchers.wake(toKey(AUDIENCE, name))
      },
    }
  }
}

function prepareStatements({ database }: SqliteParts) {
  const columns = `q.number as place, kind, id, key, principal, recipients, quorum, answered_by, opened_at,
    q.expires_at as expires_at, tries, body`
  const number = '(select number from streams where kind = ? and id = ?)'
  return {
    // The cross joins keep the order of the tables.
    list: database.prepare(
      `select ${columns} from recipients r cross join questions q on q.number = r.question
       cross join streams s on s.number = q.stream
       where r.name = ? and r.question < ? order by r.question desc limit ?`,
    ),
    get: database.prepare(
      `select ${columns} from streams s cross join questions q on q.stream = s.number
       where s.kind = ? and s.id = ? and q.key = ?`,
    ),
    keys: database.prepare(`select key from questions where stream = ${number}`),
    listDue: database.prepare(
      `select ${columns} from questions q cross join streams s on s.number = q.stream
       where q.deliver_at <= ? order by q.deliver_at limit ?`,
    ),
    setDelivery: database.prepare('update questions set deliver_at = ?, tries = ? where number = ?'),
    finishDelivery: database.prepare(`update questions set deliver_at = null where stream = ${number} and key = ?`),
    open: database.prepare(
      `insert into questions (stream, key, quorum, opened_at, expires_at, deliver_at, recipients, answered_by, body)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning number, recipients`,
    ),
    addRecipient: database.prepare('insert into recipients (name, question) values (?, ?)'),
    close: database.prepare('delete from questions where stream = ? and key = ? returning recipients'),
    findOpen: database.prepare('select quorum, answered_by from questions where stream = ? and key = ?'),
    setAnswers: database.prepare(
      'update questions set answered_by = ? where stream = ? and key = ? returning recipients',
    ),
  }
}

const toNames = (text: SQLOutputValue): string[] => JSON.parse(text as string)

const toQuestion = (row: Row): StoredQuestion => ({
  kind: row.kind as string,
  id: row.id as string,
  key: row.key as string,
  place: row.place as number,
  ...(row.principal !== null && { principal: row.principal as string }),
  to: toNames(row.recipients!),
  quorum: row.quorum as number,
  answeredBy: toNames(row.answered_by!),
  openedAt: row.opened_at as number,
  ...(row.expires_at !== null && { expiresAt: row.expires_at as number }),
  tries: row.tries as number,
  body: JSON.parse(row.body as string),
})

import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { addAnswer, pauseAfter, type QuestionChanges, type Questions } from '../log/questions.ts'
import { toKey } from '../log/watchers.ts'
import { ALL } from './sql.ts'
import { createQuestionReads, QUESTION, type QuestionRow, toQuestion } from './sql-questions.ts'
import { type SqliteParts, toNames } from './sqlite-sql.ts'

/** What an append does to the questions of its stream. */
interface Change {
  /** Called in the transaction of the append. Throws a `QuestionClosedError`. */
  apply(stream: number): void
  /** Called after the commit: wakes the watchers of the questions that have changed. */
  tell(): void
}

const NONE: Change = { apply() {}, tell() {} }

/** The watchers of questions are kept under this kind, by audience name. */
const AUDIENCE = 'audience'

/** The open questions of a file. */
export function createQuestions({ database, sql, writes, watchers, now }: SqliteParts): Questions {
  const { schema, questions, prepare } = sql
  // The cross join keeps the order of the tables.
  const list = prepare<QuestionRow>(
    `select ${QUESTION} from ${schema}.recipients r cross join ${questions} q on q.number = r.question
     where r.name = ? and r.question < ? order by r.question desc limit ?`,
  )
  const listDue = prepare<QuestionRow>(
    `select ${QUESTION} from ${questions} q where q.deliver_at <= ? order by q.deliver_at limit ?`,
  )
  const setDelivery = database.prepare('update questions set deliver_at = ?, tries = ? where number = ?')
  const finishDelivery = database.prepare(
    `update questions set deliver_at = null
     where stream = (select number from streams where kind = ? and id = ?) and key = ?`,
  )
  return {
    ...createQuestionReads(sql),
    list(names, { before = Number.MAX_SAFE_INTEGER, limit = ALL } = {}) {
      const found = new Map(names.flatMap((name) => list(name, before, limit)).map((row) => [row.place, row]))
      return [...found.values()]
        .sort((a, b) => b.place - a.place)
        .slice(0, limit)
        .map((row) => toQuestion(sql, row))
    },
    watch: (name, listener) => watchers.add(toKey(AUDIENCE, name), () => listener()),
    async claim(limit, pauses) {
      // Read first: mostly nothing is due, and then the file is not locked.
      if (listDue(now(), 1).length === 0) return []
      return writes.write(() => {
        const time = now()
        return listDue(time, limit).map((row) => {
          const tries = row.tries + 1
          setDelivery.run(time + pauseAfter(pauses, tries), tries, row.place)
          return { ...toQuestion(sql, row), tries }
        })
      })
    },
    async delivered({ kind, id, key }) {
      await writes.write(() => void finishDelivery.run(kind, id, key))
    },
  }
}

/** Returns a function that is called before an append waits for its turn: a body that has no JSON is refused there. */
export function prepareChanges({ database, now, watchers }: SqliteParts) {
  const { open, addRecipient, close, findOpen, setAnswers } = prepareStatements(database)
  return (changes: QuestionChanges | undefined): Change => {
    const { opens = [], closes = [], answers } = changes ?? {}
    if (opens.length === 0 && closes.length === 0 && answers === undefined) return NONE
    const texts = opens.map(({ to, answeredBy = [], body }) =>
      [to, answeredBy, body].map((value) => JSON.stringify(value)),
    )
    const touched = new Set<string>()
    const touch = (row: Record<string, SQLOutputValue> | undefined) => {
      for (const name of toNames(row?.recipients ?? '[]')) touched.add(name)
    }
    return {
      apply(stream) {
        if (answers !== undefined) {
          const row = findOpen.get(stream, answers.key)
          const found = row && { quorum: row.quorum as number, answeredBy: toNames(row.answered_by) }
          const answeredBy = addAnswer(found, answers)
          if (answeredBy === undefined) touch(close.get(stream, answers.key))
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

const prepareStatements = (database: DatabaseSync) => ({
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
})

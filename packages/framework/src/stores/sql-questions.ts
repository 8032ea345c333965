import type { Questions, StoredQuestion } from '../log/questions.ts'
import { andThen } from '../tools/maybe-promise.ts'
import type { Sql } from './sql.ts'

export interface QuestionRow {
  place: number
  kind: string
  id: string
  key: string
  principal: string | null
  recipients: unknown
  quorum: number
  answered_by: unknown
  opened_at: number
  expires_at: number | null
  tries: number
  body: string
}

/** The columns of a `QuestionRow`. */
export const QUESTION = `q.number as place, q.kind, q.id, q.key, q.principal, q.recipients, q.quorum, q.answered_by, q.opened_at,
  q.expires_at, q.tries, q.body`

/** Returns the questions of one stream. */
export function createQuestionReads(sql: Sql): Pick<Questions, 'get' | 'keys'> {
  const { schema, questions, prepare, toText, fromText } = sql
  const number = `(select number from ${schema}.streams where kind = ? and id = ?)`
  const get = prepare<QuestionRow>(`select ${QUESTION} from ${questions} q where q.stream = ${number} and q.key = ?`)
  const keys = prepare<{ key: string }>(`select key from ${schema}.questions where stream = ${number}`)
  return {
    get: ({ kind, id, key }) =>
      andThen(get(toText(kind), toText(id), toText(key)), ([row]) => row && toQuestion(sql, row)),
    keys: ({ kind, id }) => andThen(keys(toText(kind), toText(id)), (rows) => rows.map(({ key }) => fromText(key))),
  }
}

export const toQuestion = ({ fromText, toNames }: Sql, row: QuestionRow): StoredQuestion => ({
  kind: fromText(row.kind),
  id: fromText(row.id),
  key: fromText(row.key),
  place: row.place,
  ...(row.principal !== null && { principal: fromText(row.principal) }),
  to: toNames(row.recipients),
  quorum: row.quorum,
  answeredBy: toNames(row.answered_by),
  openedAt: Math.floor(row.opened_at),
  ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  tries: row.tries,
  body: JSON.parse(row.body),
})

import type { Questions, StoredQuestion } from '../log/questions.ts'
import type { Database } from './postgres-database.ts'
import type { Listener } from './postgres-listener.ts'
import { fromText, toText } from './postgres-text.ts'

interface QuestionRow {
  place: number
  kind: string
  id: string
  key: string
  principal: string | null
  recipients: string[]
  quorum: number
  answered_by: string[]
  opened_at: number
  expires_at: number | null
  tries: number
  body: string
}

/** The open questions of a database. */
export function createQuestions({ name: schema, prepare }: Database, listener: Listener): Questions {
  const columns = `q.number as place, q.kind, q.id, q.key, q.principal, q.recipients, q.quorum, q.answered_by, q.opened_at,
    q.expires_at, q.tries, q.body`
  // The newest of each name first, so that a name with many questions is not read to its end.
  const list = prepare<QuestionRow>(
    `select ${columns} from (
       select distinct newest.question from unnest($1::text[]) as wanted (name), lateral (
         select r.question from ${schema}.recipients r where r.name = wanted.name and ($2::bigint is null or r.question < $2)
         order by r.question desc limit $3
       ) as newest order by newest.question desc limit $3
     ) as found
     join ${schema}.questions q on q.number = found.question
     order by q.number desc`,
  )
  const get = prepare<QuestionRow>(
    `select ${columns} from ${schema}.streams s join ${schema}.questions q on q.stream = s.number
     where s.kind = $1 and s.id = $2 and q.key = $3`,
  )
  const keys = prepare<{ key: string }>(
    `select q.key from ${schema}.streams s join ${schema}.questions q on q.stream = s.number
     where s.kind = $1 and s.id = $2`,
  )
  const claim = prepare<QuestionRow>(`select ${columns} from ${schema}.claim_questions($1, $2) q order by q.number`)
  const finish = prepare(
    `update ${schema}.questions q set deliver_at = null from ${schema}.streams s
     where s.kind = $1 and s.id = $2 and q.stream = s.number and q.key = $3`,
  )
  return {
    async list(names, { before, limit } = {}) {
      return (await list(names.map(toText), before, limit)).map(toQuestion)
    },
    async get({ kind, id, key }) {
      const [row] = await get(toText(kind), toText(id), toText(key))
      return row && toQuestion(row)
    },
    async keys({ kind, id }) {
      return (await keys(toText(kind), toText(id))).map(({ key }) => fromText(key))
    },
    watch: (name, wake) => listener.watchAudience(toText(name), wake),
    async claim(limit, pauses) {
      return (await claim(limit, pauses)).map(toQuestion)
    },
    async delivered({ kind, id, key }) {
      await finish(toText(kind), toText(id), toText(key))
    },
  }
}

const toQuestion = (row: QuestionRow): StoredQuestion => ({
  kind: fromText(row.kind),
  id: fromText(row.id),
  key: fromText(row.key),
  place: row.place,
  ...(row.principal !== null && { principal: fromText(row.principal) }),
  to: row.recipients.map(fromText),
  quorum: row.quorum,
  answeredBy: row.answered_by.map(fromText),
  openedAt: Math.floor(row.opened_at),
  ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  tries: row.tries,
  body: JSON.parse(row.body),
})

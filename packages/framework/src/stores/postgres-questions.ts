import type { Questions } from '../log/questions.ts'
import type { Database } from './postgres-database.ts'
import type { Listener } from './postgres-listener.ts'
import { toText } from './postgres-text.ts'
import type { Sql } from './sql.ts'
import { createQuestionReads, QUESTION, type QuestionRow, toQuestion } from './sql-questions.ts'

/** The open questions of a database. */
export function createQuestions({ name: schema, prepare }: Database, sql: Sql, listener: Listener): Questions {
  // The newest of each name first, so that a name with many questions is not read to its end.
  const list = prepare<QuestionRow>(
    `select ${QUESTION} from (
       select distinct newest.question from unnest($1::text[]) as wanted (name), lateral (
         select r.question from ${schema}.recipients r where r.name = wanted.name and ($2::bigint is null or r.question < $2)
         order by r.question desc limit $3
       ) as newest order by newest.question desc limit $3
     ) as found
     join ${schema}.questions q on q.number = found.question
     order by q.number desc`,
  )
  const claim = prepare<QuestionRow>(`select ${QUESTION} from ${schema}.claim_questions($1, $2) q order by q.number`)
  const finish = prepare(
    `update ${schema}.questions q set deliver_at = null from ${schema}.streams s
     where s.kind = $1 and s.id = $2 and q.stream = s.number and q.key = $3`,
  )
  return {
    ...createQuestionReads(sql),
    async list(names, { before, limit } = {}) {
      const rows = await list(names.map(toText), before, limit)
      return rows.map((row) => toQuestion(sql, row))
    },
    watch: (name, wake) => listener.watchAudience(toText(name), wake),
    async claim(limit, pauses) {
      const rows = await claim(limit, pauses)
      return rows.map((row) => toQuestion(sql, row))
    },
    async delivered({ kind, id, key }) {
      await finish(toText(kind), toText(id), toText(key))
    },
  }
}

import type { FoundText, TextIndex } from '../log/text-index.ts'
import { toWords } from '../log/words.ts'
import type { Database } from './postgres-database.ts'
import { fromText, toText } from './postgres-text.ts'

/** Full-text search by `tsvector`. */
export function createTextIndex({ name: schema, prepare }: Database): TextIndex {
  const behindOf = (condition: string) =>
    prepare<{ id: string }>(
      `select s.id from ${schema}.streams s left join ${schema}.indexed i on i.stream = s.number
       where s.kind = $1 and ${condition} and coalesce(i.lsn, 0) < s.head`,
    )
  const behind = behindOf('s.principal = $2')
  const behindWithoutPrincipal = behindOf('s.principal is null')
  const keep = prepare(`select ${schema}.keep_texts($1, $2, $3, $4)`)
  const findOf = (condition: string) =>
    prepare<FoundText>(
      `select t.id, t.key, t.text, t.time from ${schema}.texts t
       where t.words @@ $2::tsquery and t.kind = $1 and ${condition} order by t.time desc limit $3`,
    )
  const find = findOf('t.principal = $4')
  const findWithoutPrincipal = findOf('t.principal is null')

  return {
    async behind(kind, principal) {
      const rows =
        principal === undefined
          ? await behindWithoutPrincipal(toText(kind))
          : await behind(toText(kind), toText(principal))
      return rows.map(({ id }) => fromText(id))
    },
    async keep({ kind, id }, lsn, texts) {
      const rows = texts.map(({ key, text, time }) => ({
        key: toText(key),
        text: toText(text),
        time,
        words: [...new Set(toWords(text))],
      }))
      await keep(toText(kind), toText(id), lsn, JSON.stringify(rows))
    },
    async find(kind, principal, words, limit) {
      const query = words.map((word) => `'${word}':*`).join(' & ')
      const rows =
        principal === undefined
          ? await findWithoutPrincipal(toText(kind), query, limit)
          : await find(toText(kind), query, limit, toText(principal))
      return rows.map(({ id, key, text, time }) => ({
        id: fromText(id),
        key: fromText(key),
        text: fromText(text),
        time,
      }))
    },
  }
}

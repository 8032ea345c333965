import type { FoundText, TextIndex } from '../log/text-index.ts'
import { toWords } from '../log/words.ts'
import type { Database } from './postgres-database.ts'
import { fromText, toText } from './postgres-text.ts'
import { prepareBehind, prepareOwned, type Sql } from './sql.ts'

/** Full-text search by `tsvector`. */
export function createTextIndex({ name: schema, prepare }: Database, sql: Sql): TextIndex {
  const keep = prepare(`select ${schema}.keep_texts($1, $2, $3, $4)`)
  const find = prepareOwned<FoundText>(
    sql,
    (isOwned) =>
      `select id, key, text, time from ${schema}.texts
       where kind = ? and ${isOwned} and words @@ ?::tsquery order by time desc limit ?`,
  )
  return {
    behind: prepareBehind(sql),
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
      const rows = await find(kind, principal, query, limit)
      return rows.map(({ id, key, text, time }) => ({
        id: fromText(id),
        key: fromText(key),
        text: fromText(text),
        time,
      }))
    },
  }
}

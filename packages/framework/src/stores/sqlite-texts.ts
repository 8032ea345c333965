import type { FoundText, TextIndex } from '../log/text-index.ts'
import { toWords } from '../log/words.ts'
import { prepareBehind } from './sql.ts'
import { LIMIT, type SqliteParts } from './sqlite-sql.ts'

/** Full-text search by FTS5. */
export function createTextIndex({ database, sql, writes }: SqliteParts): TextIndex {
  const advance = database.prepare(
    `insert into indexed (stream, lsn) select number, ? from streams where kind = ? and id = ?
     on conflict (stream) do update set lsn = excluded.lsn where excluded.lsn > indexed.lsn returning stream`,
  )
  const list = database.prepare('select number, key, text from texts where stream = ?')
  const remove = database.prepare('delete from texts where number = ?')
  // The number begins with the time: FTS5 then returns the latest first, and nothing is sorted. It may be that of another text.
  const add = database.prepare(
    `insert into texts (number, stream, key, time, text)
     values ((cast(:time as integer) << 20) | (random() & 1048575), ?, ?, :time, ?)
     on conflict (number) do nothing returning number`,
  )
  const addWords = database.prepare('insert into words (rowid, text) values (?, ?)')
  const find = database.prepare(
    `select s.id, t.key, t.text, t.time from words w
     cross join texts t on t.number = w.rowid cross join streams s on s.number = t.stream
     where w.text match ? and s.kind = ? and s.principal is ? order by w.rowid desc ${LIMIT}`,
  )
  // Numbers of texts are larger than what JavaScript counts exactly.
  for (const statement of [list, add]) statement.setReadBigInts(true)

  return {
    behind: prepareBehind(sql),
    async keep({ kind, id }, lsn, texts) {
      const prepared = texts.map(({ key, text, time }) => {
        // As JSON, because SQLite of Node 22 cuts a text at the first NUL.
        return { key, text: JSON.stringify(text), time, words: toWords(text).join(' ') }
      })
      await writes.write(() => {
        const stream = advance.get(lsn, kind, id)?.stream as number | undefined
        if (stream === undefined) return
        const kept = new Map(list.all(stream).map(({ key, number, text }) => [key, { number, text }]))
        for (const { key, text, time, words } of prepared) {
          const known = kept.get(key)
          kept.delete(key)
          if (known?.text === text) continue
          if (known !== undefined) remove.run(known.number as bigint)
          let added: ReturnType<typeof add.get>
          do added = add.get({ time }, stream, key, text)
          while (added === undefined)
          addWords.run(added.number as bigint, words)
        }
        for (const { number } of kept.values()) remove.run(number as bigint)
      })
    },
    find: (kind, principal, words, limit) =>
      find
        .all(words.map((word) => `"${word}"*`).join(' AND '), kind, principal ?? null, limit)
        .map(({ id, key, text, time }) => ({ id, key, text: JSON.parse(text as string), time }) as FoundText),
  }
}

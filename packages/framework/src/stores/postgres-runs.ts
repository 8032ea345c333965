import { JournalConflictError } from '../tools/errors.ts'
import type { Journal } from '../tools/journal.ts'
import type { RunStore } from '../tools/run-store.ts'
import type { Database } from './postgres-database.ts'
import { toText } from './postgres-text.ts'

/** Runs in Postgres. */
export function createRuns(database: Database, close: () => Promise<void>): RunStore {
  const { name: schema } = database
  const openJournal = prepareJournals(database)
  const get = database.prepare<{ expires_at: number; data: string }>(
    `select expires_at, data from ${schema}.run_records where run_id = $1`,
  )
  const put = database.prepare(
    `insert into ${schema}.run_records (run_id, expires_at, data, owner, owned_until)
     values ($1, $2, $3, $4, ${schema}.now() + $5)
     on conflict (run_id) do update set
       expires_at = excluded.expires_at, data = excluded.data, owner = excluded.owner, owned_until = excluded.owned_until`,
  )
  const remove = database.prepare(`select ${schema}.delete_runs(array[$1])`)
  const collect = database.prepare<{ count: number }>(`select ${schema}.collect_runs($1) as count`)

  const claim = database.prepare(
    `update ${schema}.run_records set owner = $2, owned_until = ${schema}.now() + $3
     where run_id = $1 and (owner is null or owner = $2 or owned_until <= ${schema}.now())
     returning run_id`,
  )
  const release = database.prepare(`update ${schema}.run_records set owner = null where run_id = $1 and owner = $2`)

  return {
    journal: openJournal,
    async get(runId) {
      const [row] = await get(toText(runId))
      return row && { expiresAt: row.expires_at, data: JSON.parse(row.data) }
    },
    async put(runId, { expiresAt, data }, claimed) {
      const owner = claimed === undefined ? null : toText(claimed.owner)
      await put(toText(runId), expiresAt, JSON.stringify(data), owner, claimed?.ttl ?? null)
    },
    async delete(runId) {
      await remove(toText(runId))
    },
    async collect(now) {
      const [row] = await collect(now)
      return row!.count
    },
    claim: async (runId, { owner, ttl }) => (await claim(toText(runId), toText(owner), ttl)).length > 0,
    async release(runId, owner) {
      await release(toText(runId), toText(owner))
    },
    close,
  }
}

interface JournalRow {
  revision: number
  header: string
  progress: string
  entries: string | null
}

function prepareJournals(database: Database): (runId: string) => Journal {
  const { name: schema } = database
  // One statement, so that the entries are those of the revision.
  const read = database.prepare<JournalRow>(
    `select revision, header, progress,
       (select string_agg(entry, ',' order by position) from ${schema}.run_entries where journal = number) as entries
     from ${schema}.run_journals where run_id = $1`,
  )
  const write = database.prepare<{ found_revision: number }>(
    `select found_revision from ${schema}.write_journal($1, $2, $3, $4, $5)`,
  )
  return (runId) => {
    const run = toText(runId)
    return {
      async read() {
        const [row] = await read(run)
        return (
          row && {
            revision: row.revision,
            header: JSON.parse(row.header),
            entries: JSON.parse(`[${row.entries ?? ''}]`),
            progress: JSON.parse(row.progress),
          }
        )
      },
      async append(revision, { header, entries, progress }) {
        const headerJson = header === undefined ? null : JSON.stringify(header)
        const [row] = await write(run, revision, headerJson, JSON.stringify(entries), JSON.stringify(progress))
        const { found_revision: found } = row!
        if (found !== revision) throw new JournalConflictError(runId, revision, found)
      },
    }
  }
}

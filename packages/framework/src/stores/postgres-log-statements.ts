import type { Database } from './postgres-database.ts'

export interface SessionRow {
  session_id: string
  principal: string | null
  created_at: number
  updated_at: number
  head: number
  about: string
}

export interface AppendRow {
  outcome: 'appended' | 'repeated' | 'gone' | 'fenced' | 'moved'
  place: number | null
}

/** What a log asks of the database. `$1` is the kind, `$2` the session where there is one. */
export function prepareLogStatements({ name: schema, prepare }: Database) {
  const record = 'session_id, principal, floor(created_at) as created_at, floor(updated_at) as updated_at, head, about'
  const isDriven = `exists (
    select from ${schema}.nodes n where n.kind = s.kind and n.node = s.node and n.alive_until > ${schema}.now()
  )`
  const session = `(select number from ${schema}.sessions where kind = $1 and session_id = $2)`
  return {
    create: prepare<{ head: number | null }>(`select ${schema}.create_session($1, $2, $3, $4, $5) as head`),
    get: prepare<SessionRow>(`select ${record} from ${schema}.sessions where kind = $1 and session_id = $2`),
    list: prepare<SessionRow>(
      `select ${record} from ${schema}.sessions s where kind = $1 and principal = $2
       order by s.updated_at desc, number desc limit $3`,
    ),
    listOfNobody: prepare<SessionRow>(
      `select ${record} from ${schema}.sessions s where kind = $1 and principal is null
       order by s.updated_at desc, number desc limit $2`,
    ),
    count: prepare<{ found: number }>(
      `select count(*)::int as found from ${schema}.sessions where kind = $1 and principal is not distinct from $2`,
    ),
    append: prepare<AppendRow>(`select outcome, place from ${schema}.append($1, $2, $3, $4, $5, $6, $7, $8, $9)`),
    read: prepare<{ lsn: number; event: string }>(
      `select lsn, event from ${schema}.events where session = ${session} and lsn > $3 order by lsn limit $4`,
    ),
    find: prepare<{ lsn: number }>(`select lsn from ${schema}.commands where session = ${session} and command_id = $3`),
    snapshot: prepare<{ lsn: number; state: string }>(
      `select lsn, state from ${schema}.snapshots where session = ${session}`,
    ),
    // Locked, so that nothing is kept of a session that is being deleted.
    keepSnapshot: prepare(
      `insert into ${schema}.snapshots as kept (session, lsn, state)
       select number, $3, $4 from ${schema}.sessions where kind = $1 and session_id = $2 and head >= $3 for key share
       on conflict (session) do update set lsn = excluded.lsn, state = excluded.state where kept.lsn <= excluded.lsn`,
    ),
    delete: prepare(`select ${schema}.delete_session($1, $2)`),
    // Forgets the nodes that have lapsed.
    beat: prepare(
      `with forgotten as (
         delete from ${schema}.nodes where (kind, node) in (
           select kind, node from ${schema}.nodes where alive_until <= ${schema}.now() and (kind, node) <> ($1, $2)
           for update skip locked
         )
       )
       insert into ${schema}.nodes (kind, node, alive_until) values ($1, $2, ${schema}.now() + $3)
       on conflict (kind, node) do update set alive_until = excluded.alive_until`,
    ),
    acquire: prepare<{ fence: number }>(
      `update ${schema}.sessions s set node = $3, fence = nextval('${schema}.fences')
       where kind = $1 and session_id = $2 and (node = $3 or not ${isDriven})
       returning fence`,
    ),
    release: prepare(`update ${schema}.sessions set node = null where kind = $1 and session_id = $2 and fence = $3`),
    due: prepare<{ session_id: string }>(
      `select session_id from ${schema}.sessions s where kind = $1 and due_at <= ${schema}.now() and not ${isDriven}
       order by due_at limit $2`,
    ),
  }
}

export type LogStatements = ReturnType<typeof prepareLogStatements>

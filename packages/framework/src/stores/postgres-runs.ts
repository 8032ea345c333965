import {
  countNone,
  DEFAULT_PAGE,
  type RunIndex,
  type RunRow,
  type RunState,
  readPlace,
  toPage,
} from '../log/run-index.ts'
import type { Database } from './postgres-database.ts'
import { fromText, toText } from './postgres-text.ts'

interface Row {
  stream: number
  kind: string
  id: string
  owner_kind: string | null
  owner_id: string | null
  tool: string
  version: string | null
  principal: string | null
  state: RunState
  started_at: number
  changed_at: number
  detail: string | null
}

type Statement<R> = (...values: readonly unknown[]) => Promise<R[]>

export function createRunIndex({ name: schema, prepare }: Database): RunIndex {
  const select = `select * from ${schema}.runs r`
  const find = prepare<Row>(`${select} where r.id = $1 order by r.changed_at desc limit 1`)
  const count = prepare<{ state: RunState; found: number }>(
    `select state, count(*)::int as found from ${schema}.runs group by state`,
  )
  const isOpen = `r.state in ('running', 'waiting', 'blocked')`
  const countOpen = prepare<{ found: number }>(
    `select count(*)::int as found
     from (select from ${schema}.runs r where ${isOpen} and r.kind = $1 and r.principal = $2 limit $3) as counted`,
  )
  const countOpenWithoutPrincipal = prepare<{ found: number }>(
    `select count(*)::int as found
     from (select from ${schema}.runs r where ${isOpen} and r.kind = $1 and r.principal is null limit $2) as counted`,
  )
  const lists = new Map<string, Statement<Row>>()

  /** One statement for each set of conditions, so that Postgres chooses the index of those that are there. */
  function listBy(conditions: readonly string[]): Statement<Row> {
    const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
    const statement =
      lists.get(where) ??
      prepare<Row>(`${select} ${where} order by r.changed_at desc, r.stream desc limit $${toWidth(conditions) + 1}`)
    lists.set(where, statement)
    return statement
  }

  return {
    async list({ tool, state, principal, olderThan, search, after, limit = DEFAULT_PAGE } = {}) {
      const values: unknown[] = []
      const conditions: string[] = []
      const add = (condition: (...places: string[]) => string, ...given: unknown[]) => {
        conditions.push(condition(...given.map((_, i) => `$${values.length + i + 1}`)))
        values.push(...given)
      }
      if (tool !== undefined) add((at) => `r.tool = ${at}`, toText(tool))
      if (state !== undefined) add((at) => `r.state = ${at}`, state)
      if (principal !== undefined) add((at) => `r.principal = ${at}`, toText(principal))
      if (olderThan !== undefined) add((at) => `r.changed_at <= ${schema}.now() - ${at}`, olderThan)
      if (search !== undefined) {
        const text = "lower(r.id || ' ' || r.tool || ' ' || coalesce(r.principal, ''))"
        add((at) => `strpos(${text}, ${at}) > 0`, toText(search.toLowerCase()))
      }
      const place = after === undefined ? undefined : readPlace(after)
      if (place) {
        add((at, number) => `(r.changed_at, r.stream) < (${at}, ${number})`, place.changedAt, place.number)
      }
      const rows = await listBy(conditions)(...values, limit + 1)
      return toPage(
        rows.map((row) => ({ changedAt: row.changed_at, number: row.stream, run: toRun(row) })),
        limit,
      )
    },
    async find(id) {
      const [row] = await find(toText(id))
      return row && toRun(row)
    },
    async count() {
      const counted = countNone()
      for (const { state, found } of await count()) counted[state] = found
      return counted
    },
    async countOpen(kind, principal, limit) {
      const [row] =
        principal === undefined
          ? await countOpenWithoutPrincipal(kind, limit)
          : await countOpen(kind, toText(principal), limit)
      return row!.found
    },
  }
}

/** How many values the conditions take. */
const toWidth = (conditions: readonly string[]): number => conditions.join().match(/\$\d+/g)?.length ?? 0

function toRun(row: Row): RunRow {
  const { kind, id, owner_kind, owner_id, tool, version, principal, state, started_at, changed_at, detail } = row
  return {
    kind: fromText(kind),
    id: fromText(id),
    ...(owner_kind !== null && owner_id !== null && { owner: { kind: fromText(owner_kind), id: fromText(owner_id) } }),
    tool: fromText(tool),
    ...(version !== null && { version: fromText(version) }),
    ...(principal !== null && { principal: fromText(principal) }),
    state,
    startedAt: started_at,
    changedAt: changed_at,
    ...(detail !== null && { detail: JSON.parse(detail) }),
  }
}

import {
  countNone,
  DEFAULT_PAGE,
  OPEN_STATES,
  RUN_STATES,
  type RunIndex,
  type RunRow,
  type RunState,
  readPlace,
  toPage,
} from '../log/run-index.ts'
import { andThen } from '../tools/maybe-promise.ts'
import { prepareOwned, type Sql, type SqlValue } from './sql.ts'

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

/** Conditions that only one database understands, each with one value. */
export interface RunConditions {
  /** Whether a text that is searched contains a text, and the value for that text. */
  search: string
  toSearched(text: string): string
  /** Whether a run has been in its state for a time, and the value for so many milliseconds. */
  olderThan: string
  toTime(ms: number): number
}

/** The index of runs on the table `runs`. */
export function createRunIndex(sql: Sql, conditions: RunConditions): RunIndex {
  const { schema, prepare, toText } = sql
  const select = `select * from ${schema}.runs`
  const find = prepare<Row>(`${select} where id = ? order by changed_at desc limit 1`)
  const count = prepare<{ state: RunState; found: number }>(
    `select state, count(*) as found from ${schema}.runs where state in (${toList(RUN_STATES)}) group by state`,
  )
  const countOpen = prepareOwned<{ found: number }>(
    sql,
    (isOwned) =>
      `select count(*) as found
       from (select 1 from ${schema}.runs where state in (${toList(OPEN_STATES)}) and kind = ? and ${isOwned} limit ?) as counted`,
  )
  const lists = new Map<string, ReturnType<typeof prepare<Row>>>()

  /** One statement for each set of conditions, so that the database chooses the index of those that are there. */
  function listBy(names: readonly string[]) {
    const where = names.length === 0 ? '' : `where ${names.join(' and ')}`
    const statement =
      lists.get(where) ?? prepare<Row>(`${select} ${where} order by changed_at desc, stream desc limit ?`)
    lists.set(where, statement)
    return statement
  }

  return {
    list({ tool, state, principal, olderThan, search, after, limit = DEFAULT_PAGE } = {}) {
      const given: [condition: string, ...values: SqlValue[]][] = []
      if (tool !== undefined) given.push(['tool = ?', toText(tool)])
      if (state !== undefined) given.push(['state = ?', state])
      if (principal !== undefined) given.push(['principal = ?', toText(principal)])
      if (olderThan !== undefined) given.push([conditions.olderThan, conditions.toTime(olderThan)])
      if (search !== undefined) given.push([conditions.search, conditions.toSearched(search)])
      const place = after === undefined ? undefined : readPlace(after)
      if (place) given.push(['(changed_at, stream) < (?, ?)', place.changedAt, place.number])
      const list = listBy(given.map(([condition]) => condition))
      return andThen(list(...given.flatMap(([, ...values]) => values), limit + 1), (rows) =>
        toPage(
          rows.map((row) => ({ ...row, changedAt: row.changed_at, number: row.stream })),
          limit,
          (row) => toRun(sql, row),
        ),
      )
    },
    find: (id) => andThen(find(toText(id)), ([row]) => row && toRun(sql, row)),
    count: () =>
      andThen(count(), (rows) => {
        const counted = countNone()
        for (const { state, found } of rows) counted[state] = found
        return counted
      }),
    countOpen: (kind, principal, limit) => andThen(countOpen(kind, principal, limit), ([row]) => row!.found),
  }
}

const toList = (states: readonly RunState[]): string => states.map((state) => `'${state}'`).join(', ')

const toRun = ({ fromText }: Sql, row: Row): RunRow => ({
  kind: fromText(row.kind),
  id: fromText(row.id),
  ...(row.owner_kind !== null && { owner: { kind: fromText(row.owner_kind), id: fromText(row.owner_id!) } }),
  tool: fromText(row.tool),
  ...(row.version !== null && { version: fromText(row.version) }),
  ...(row.principal !== null && { principal: fromText(row.principal) }),
  state: row.state,
  startedAt: row.started_at,
  changedAt: row.changed_at,
  ...(row.detail !== null && { detail: JSON.parse(row.detail) }),
})

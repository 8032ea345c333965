import type { SQLOutputValue, StatementSync } from 'node:sqlite'
import {
  countNone,
  DEFAULT_PAGE,
  RUN_STATES,
  type RunFilter,
  type RunIndex,
  type RunRow,
  type RunState,
  readPlace,
  toPage,
} from '../log/run-index.ts'
import type { SqliteParts } from './sqlite-leases.ts'

type Row = Record<string, SQLOutputValue>

/** A condition for each member of a filter, so that SQLite chooses the index of the members that are there. */
const CONDITIONS = {
  tool: 'tool = :tool',
  state: 'state = :state',
  principal: 'principal = :principal',
  olderThan: 'changed_at <= :olderThan',
  search:
    "(instr(lower(id), :search) or instr(lower(tool), :search) or instr(lower(coalesce(principal, '')), :search))",
  after: '(changed_at, stream) < (:changedAt, :number)',
}

type Condition = keyof typeof CONDITIONS

export function createRunIndex({ database, now }: SqliteParts): RunIndex {
  const lists = new Map<string, StatementSync>()
  const find = database.prepare('select * from runs where id = ? order by changed_at desc limit 1')
  const count = database.prepare('select count(*) as found from runs where state = ?')
  const countOpen = database.prepare(
    `select count(*) as found from (
       select 1 from runs where state in ('running', 'waiting', 'blocked') and kind = ? and principal is ? limit ?
     )`,
  )

  function listBy(names: readonly Condition[]): StatementSync {
    const key = names.join()
    const where = names.length === 0 ? '' : `where ${names.map((name) => CONDITIONS[name]).join(' and ')}`
    const statement =
      lists.get(key) ??
      database.prepare(`select * from runs ${where} order by changed_at desc, stream desc limit :limit`)
    lists.set(key, statement)
    return statement
  }

  return {
    list({ limit = DEFAULT_PAGE, ...filter }: RunFilter = {}) {
      const { olderThan, search, after, ...equal } = filter
      const place = after === undefined ? undefined : readPlace(after)
      const values = {
        ...equal,
        ...(olderThan !== undefined && { olderThan: now() - olderThan }),
        ...(search !== undefined && { search: search.toLowerCase() }),
        ...place,
      }
      const names = (Object.keys(CONDITIONS) as Condition[]).filter((name) =>
        name === 'after' ? place !== undefined : filter[name] !== undefined,
      )
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
      const rows = listBy(names).all({ ...given, limit: limit + 1 })
      return toPage(
        rows.map((row) => ({ changedAt: row.changed_at as number, number: row.stream as number, run: toRun(row) })),
        limit,
      )
    },
    find(id) {
      const row = find.get(id)
      return row && toRun(row)
    },
    count() {
      const counted = countNone()
      for (const state of RUN_STATES) counted[state] = count.get(state)!.found as number
      return counted
    },
    countOpen: (kind, principal, limit) => countOpen.get(kind, principal ?? null, limit)!.found as number,
  }
}

const toRun = (row: Row): RunRow => ({
  kind: row.kind as string,
  id: row.id as string,
  ...(row.owner_kind !== null && { owner: { kind: row.owner_kind as string, id: row.owner_id as string } }),
  tool: row.tool as string,
  ...(row.version !== null && { version: row.version as string }),
  ...(row.principal !== null && { principal: row.principal as string }),
  state: row.state as RunState,
  startedAt: row.started_at as number,
  changedAt: row.changed_at as number,
  ...(row.detail !== null && { detail: JSON.parse(row.detail as string) }),
})

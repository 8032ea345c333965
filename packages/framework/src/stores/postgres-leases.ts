import { countTakeover } from '../log/lease.ts'
import type { Leases } from '../log/log.ts'
import { findMetrics } from '../tools/metrics.ts'
import type { Database } from './postgres-database.ts'
import type { Deleted, Listener } from './postgres-listener.ts'
import { fromText, toText } from './postgres-text.ts'

/** Milliseconds that a heartbeat may take on a busy machine. */
const SHORTEST_BEAT = 1_000

/** Returns the leases of a database, for the streams of all kinds. */
export function createLeases(database: Database, listener: Listener): Leases {
  const statements = prepareStatements(database)
  return {
    async beat(node, ttl) {
      await statements.beat(toText(node), ttl)
    },
    async acquire({ kind, id }, node) {
      // Read only to be counted: another node may acquire the stream in between.
      const [before] = findMetrics() === undefined ? [] : await statements.node(toText(kind), toText(id))
      const [row] = await statements.acquire(toText(kind), toText(id), toText(node))
      if (row !== undefined) countTakeover(kind, toText(node), before?.node)
      return row?.fence
    },
    async release({ kind, id }, fence) {
      await statements.release(toText(kind), toText(id), fence)
    },
    async due(kinds, limit, ahead = 0) {
      const rows = await statements.due(kinds.map(toText), limit, ahead)
      return rows.map(({ kind, id }) => ({ kind: fromText(kind), id: fromText(id) }))
    },
    async held(kinds, node, limit) {
      const rows = await statements.held(kinds.map(toText), toText(node), limit)
      return rows.map(({ kind, id }) => ({ kind: fromText(kind), id: fromText(id) }))
    },
    async collect(limit) {
      const [row] = await statements.collect(limit)
      listener.tellDeleted(row!)
      return row!.total
    },
  }
}

function prepareStatements({ name: schema, prepare }: Database) {
  return {
    // Also deletes the nodes that have lapsed.
    beat: prepare(
      `with lapsed as (
         delete from ${schema}.nodes where node in (
           select node from ${schema}.nodes
           where node <> $1 and (alive_until <= ${schema}.now() or alive_until > ${schema}.now() + ttl)
           for update skip locked
         )
       )
       insert into ${schema}.nodes (node, alive_until, ttl) values ($1, ${schema}.now() + $2, $2)
       on conflict (node) do update set alive_until = excluded.alive_until, ttl = excluded.ttl`,
      // Early enough for the next heartbeat to arrive on another connection before the lease lapses.
      (_node, ttl) => Math.max(SHORTEST_BEAT, Number(ttl) / 3),
    ),
    acquire: prepare<{ fence: number }>(
      `update ${schema}.streams s set node = $3, fence = nextval('${schema}.fences')
       where kind = $1 and id = $2 and (node is null or node = $3 or not exists (
         select from ${schema}.nodes n
         where n.node = s.node and n.alive_until > ${schema}.now() and n.alive_until <= ${schema}.now() + n.ttl
       ))
       returning fence`,
    ),
    node: prepare<{ node: string | null }>(`select node from ${schema}.streams where kind = $1 and id = $2`),
    release: prepare(`update ${schema}.streams set node = null where kind = $1 and id = $2 and fence = $3`),
    // The kinds are compared so that no index over the kind is used, which would read all streams of those kinds.
    due: prepare<{ kind: string; id: string }>(
      `select kind, id from ${schema}.headers
       where due_at <= ${schema}.now() + $3 and $1::text[] @> array[kind] and not is_driven order by due_at limit $2`,
    ),
    held: prepare<{ kind: string; id: string }>(
      `select kind, id from ${schema}.streams
       where due_at <= ${schema}.now() and node = $2 and $1::text[] @> array[kind] limit $3`,
    ),
    collect: prepare<Deleted & { total: number }>(`select * from ${schema}.collect_streams($1)`),
  }
}

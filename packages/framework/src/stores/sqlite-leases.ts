import { countTakeover } from '../log/lease.ts'
import type { Leases } from '../log/log.ts'
import { toKey } from '../log/watchers.ts'
import { IS_DRIVEN, LIMIT, type SqliteParts } from './sqlite-sql.ts'

export function createLeases({ database, writes, watchers, now, monotonic }: SqliteParts): Leases {
  const beat = database.prepare(
    `insert into nodes (node, alive_until, ttl) values (?, ?, ?)
     on conflict (node) do update set alive_until = excluded.alive_until, ttl = excluded.ttl`,
  )
  const forgetLapsed = database.prepare('delete from nodes where alive_until <= :now or alive_until > :now + ttl')
  const isFree = database.prepare(
    `select node from streams where kind = ? and id = ? and (node = ? or not ${IS_DRIVEN})`,
  )
  const takeFence = database.prepare('update fences set last = last + 1 returning last')
  const acquire = database.prepare('update streams set node = ?, fence = ? where kind = ? and id = ?')
  const release = database.prepare('update streams set node = null where kind = ? and id = ? and fence = ?')
  // The plus keeps SQLite from an index over the kind, with which it reads all streams of those kinds.
  const due = database.prepare(
    `select kind, id from streams
     where due_at <= ? and +kind in (select value from json_each(?)) and not ${IS_DRIVEN} order by due_at ${LIMIT}`,
  )
  const held = database.prepare(
    `select kind, id from streams where due_at <= ? and node = ? and kind in (select value from json_each(?)) ${LIMIT}`,
  )
  const listExpired = database.prepare(
    `select number, kind, id from streams where expires_at <= ? order by expires_at ${LIMIT}`,
  )
  const remove = database.prepare('delete from streams where number = ?')
  const removeRuns = database.prepare('delete from streams where owner = ? returning kind, id')

  return {
    beat: (node, ttl) =>
      writes.write(() => {
        const time = monotonic()
        forgetLapsed.run({ now: time })
        beat.run(node, time + ttl, ttl)
      }),
    acquire: ({ kind, id }, node) =>
      writes.write(() => {
        const free = isFree.get({ now: monotonic() }, kind, id, node)
        if (free === undefined) return undefined
        countTakeover(kind, node, free.node as string | null)
        const fence = takeFence.get()!.last as number
        acquire.run(node, fence, kind, id)
        return fence
      }),
    release: ({ kind, id }, fence) => writes.write(() => void release.run(kind, id, fence)),
    due: (kinds, limit, ahead = 0) =>
      due
        .all({ now: monotonic() }, now() + ahead, JSON.stringify(kinds), limit)
        .map(({ kind, id }) => ({ kind: kind as string, id: id as string })),
    held: (kinds, node, limit) =>
      held
        .all(now(), node, JSON.stringify(kinds), limit)
        .map(({ kind, id }) => ({ kind: kind as string, id: id as string })),
    async collect(limit) {
      // Read first: mostly there is nothing to collect, and then the file is not locked.
      if (listExpired.get(now(), 1) === undefined) return 0
      const expired = await writes.write(() => {
        const streams = listExpired.all(now(), limit)
        for (const { number } of streams) remove.run(number!)
        return streams.map((stream) => [stream, ...removeRuns.all(stream.number!)])
      })
      for (const { kind, id } of expired.flat()) watchers.wake(toKey(kind as string, id as string))
      return expired.length
    },
  }
}

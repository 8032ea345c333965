import type { DatabaseSync } from 'node:sqlite'
import type { SessionLog } from '../chat/session-log.ts'
import type { SqliteWrites } from './sqlite-writes.ts'

type Leases = Pick<SessionLog<unknown>, 'beat' | 'acquire' | 'release' | 'due'>

/** Who drives which session of a kind. */
export function prepareLeases(
  database: DatabaseSync,
  writes: SqliteWrites,
  now: () => number,
): (kind: string) => Leases {
  const beat = database.prepare(
    `insert into nodes (kind, node, alive_until) values (?, ?, ?)
     on conflict (kind, node) do update set alive_until = excluded.alive_until`,
  )
  const forgetLapsed = database.prepare('delete from nodes where kind = ? and alive_until <= ?')
  const isAlive = `exists (
    select 1 from nodes where nodes.kind = sessions.kind and nodes.node = sessions.node and alive_until > ?)`
  const isFree = database.prepare(
    `select 1 from sessions where kind = ? and session_id = ? and (node is null or node = ? or not ${isAlive})`,
  )
  const takeFence = database.prepare('update fences set last = last + 1 returning last')
  const acquire = database.prepare('update sessions set node = ?, fence = ? where kind = ? and session_id = ?')
  const release = database.prepare('update sessions set node = null where kind = ? and session_id = ? and fence = ?')
  const due = database.prepare(
    `select session_id from sessions where kind = ? and due_at <= ? and (node is null or not ${isAlive})
     order by due_at limit ?`,
  )

  return (kind) => ({
    beat: (node, ttl) =>
      writes.write(() => {
        const time = now()
        forgetLapsed.run(kind, time)
        beat.run(kind, node, time + ttl)
      }),
    acquire: (sessionId, node) =>
      writes.write(() => {
        if (isFree.get(kind, sessionId, node, now()) === undefined) return undefined
        const fence = takeFence.get()!.last as number
        acquire.run(node, fence, kind, sessionId)
        return fence
      }),
    release: (sessionId, fence) => writes.write(() => void release.run(kind, sessionId, fence)),
    due(limit) {
      const time = now()
      return due.all(kind, time, time, limit).map(({ session_id }) => session_id as string)
    },
  })
}

import { countTakeover } from './lease.ts'
import type { Leases } from './log.ts'
import type { MemoryStreams } from './memory-streams.ts'
import { toKey } from './watchers.ts'

export function createMemoryLeases(streams: MemoryStreams): Leases {
  const { all, nodes, now, monotonic } = streams
  return {
    beat: (node, ttl) => void nodes.set(node, { aliveUntil: monotonic() + ttl, ttl }),
    acquire({ kind, id }, node) {
      const stream = all.get(toKey(kind, id))
      if (stream === undefined || (stream.node !== node && streams.isDriven(stream))) return undefined
      countTakeover(kind, node, stream.node)
      stream.node = node
      stream.fence = streams.nextFence()
      return stream.fence
    },
    release({ kind, id }, fence) {
      const stream = all.get(toKey(kind, id))
      if (stream?.fence === fence) stream.node = undefined
    },
    due(kinds, limit, ahead = 0) {
      const time = now() + ahead
      return [...all.values()]
        .filter(({ ref }) => kinds.includes(ref.kind))
        .filter((stream) => stream.dueAt !== null && stream.dueAt <= time && !streams.isDriven(stream))
        .sort((a, b) => a.dueAt! - b.dueAt!)
        .slice(0, limit)
        .map(({ ref }) => ({ ...ref }))
    },
    held: (kinds, node, limit) =>
      [...all.values()]
        .filter((stream) => stream.node === node && kinds.includes(stream.ref.kind))
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now())
        .slice(0, limit)
        .map(({ ref }) => ({ ...ref })),
    collect(limit) {
      const time = now()
      const expired = [...all]
        .filter(([, { expiresAt }]) => expiresAt !== undefined && expiresAt <= time)
        .slice(0, limit)
      for (const [key] of expired) streams.delete(key, true)
      return expired.length
    },
  }
}

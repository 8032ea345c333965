import { countTakeover } from '../log/lease.ts'
import type { Leases, StreamRef } from '../log/log.ts'
import { toToken } from './engine.ts'
import { bare, type Entry, nodeOf } from './engine-entry.ts'
import type { EngineStreams } from './engine-streams.ts'

export function createEngineLeases(streams: EngineStreams): Leases {
  const { engine } = streams

  /** Returns the streams of these kinds that are due at a time, the longest due first. */
  const due = async (kinds: readonly string[], time: number) => {
    const found = await Promise.all(kinds.map((kind) => streams.listed(`due.${toToken(kind)}.*`)))
    return found
      .flat()
      .filter(({ entry: { dueAt } }) => dueAt !== null && dueAt <= time)
      .sort((a, b) => a.entry.dueAt! - b.entry.dueAt!)
  }

  return {
    async beat(node, ttl) {
      await engine.put(nodeOf(node), JSON.stringify({ until: engine.now() + ttl, ttl }))
    },
    async acquire(ref, node) {
      let before: string | null = null
      const acquired = await streams.change<Entry | undefined>(
        ref,
        async (entry, isFresh) => {
          if (!isFresh) return 'unsure'
          if (entry.node !== node && (await streams.isDriven(entry))) return { done: undefined }
          before = entry.node
          return { next: { ...bare(entry), node, fence: 0 } }
        },
        (entry) => entry,
      )
      if (acquired === undefined) return undefined
      countTakeover(ref.kind, node, before)
      return acquired.fence ?? undefined
    },
    async release(ref, fence) {
      await streams.change<void>(
        ref,
        (entry, isFresh) => {
          if (!isFresh) return 'unsure'
          const isLast = entry.fence === fence && entry.node !== null
          return isLast ? { next: { ...bare(entry), node: null } } : { done: undefined }
        },
        () => {},
      )
    },
    async due(kinds, limit, ahead = 0) {
      const refs: StreamRef[] = []
      const beats = new Map<string, Promise<boolean>>()
      for (const { ref, entry } of await due(kinds, streams.now() + ahead)) {
        if (refs.length === limit) break
        if (!(await streams.isDriven(entry, beats))) refs.push(ref)
      }
      return refs
    },
    async held(kinds, node, limit) {
      const found = await due(kinds, streams.now())
      const held = found.filter(({ entry }) => entry.node === node)
      return held.slice(0, limit).map(({ ref }) => ref)
    },
    async collect(limit) {
      const time = streams.now()
      const expired = (await streams.listed('expires.*.*')).filter(
        ({ entry: { expiresAt = time + 1 } }) => expiresAt <= time,
      )
      let collected = 0
      for (const { ref } of expired) {
        if (collected === limit) break
        if (await streams.delete(ref, { withRuns: true })) collected++
      }
      return collected
    },
  }
}

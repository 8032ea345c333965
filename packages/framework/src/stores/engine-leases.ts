import { countTakeover } from '../log/lease.ts'
import type { Leases, StreamRef } from '../log/log.ts'
import type { Engine } from './engine.ts'
import { bare, type Entry, nodeOf } from './engine-entry.ts'
import type { EngineStreams } from './engine-streams.ts'

/** Milliseconds for which a beat outlives its lease: whether a node lives is told by the time in its beat. */
const BEAT_MARGIN = 5_000
/** Milliseconds by which the clocks of two nodes may differ from each other. */
const MAX_SKEW = 1_000

export function createEngineLeases(streams: EngineStreams): Leases {
  const { engine } = streams

  return {
    async beat(node, ttl) {
      // The engine deletes the beat of a node that is gone.
      await engine.put(nodeOf(node), JSON.stringify({ until: engine.now() + ttl, ttl }), ttl + BEAT_MARGIN)
    },
    async acquire(ref, node) {
      let before: string | null = null
      const acquired = await streams.change<Entry | undefined>(
        ref,
        async (entry) => {
          if (entry.node !== node && (await streams.isDriven(entry))) return { done: undefined }
          before = entry.node
          return { next: { ...bare(entry), node, fence: await streams.number() } }
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
        (entry) => {
          const isLast = entry.fence === fence && entry.node !== null
          return isLast ? { next: { ...bare(entry), node: null } } : { done: undefined }
        },
        () => {},
      )
    },
    async due(kinds, limit, ahead = 0) {
      const refs: StreamRef[] = []
      const beats = new Map<string, Promise<boolean>>()
      for await (const { ref, entry } of streams.timed('due', streams.now() + ahead, kinds)) {
        if (!(await streams.isDriven(entry, beats)) && refs.push(ref) === limit) break
      }
      return refs
    },
    async held(kinds, node, limit) {
      const refs: StreamRef[] = []
      for await (const { ref, entry } of streams.timed('due', streams.now(), kinds)) {
        if (entry.node === node && refs.push(ref) === limit) break
      }
      return refs
    },
    async collect(limit) {
      let collected = 0
      const time = streams.now()
      for await (const { ref } of streams.timed('expires', time)) {
        if ((await streams.delete(ref, { withRuns: true, expiredAt: time })) && ++collected === limit) break
      }
      return collected
    },
  }
}

/** Whether the lease of a node has time left. */
export async function isAlive(engine: Engine, node: string): Promise<boolean> {
  const beat = await engine.last(nodeOf(node))
  if (beat === undefined) return false
  const { until, ttl } = JSON.parse(beat.data) as { until: number; ttl: number }
  const left = until - engine.now()
  return left > 0 && left <= ttl + MAX_SKEW
}

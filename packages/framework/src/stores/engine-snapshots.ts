import type { Log, StreamRef } from '../log/log.ts'
import type { Json } from '../tools/json.ts'
import { snapshotOf } from './engine-entry.ts'
import type { EngineStreams } from './engine-streams.ts'

/** Bytes beside the state. */
const HEADER = 100

/** The snapshot of a stream is the value under one name, replaced by compare-and-set. */
export function createEngineSnapshots(
  kind: string,
  streams: EngineStreams,
): Pick<Log<unknown>, 'snapshot' | 'keepSnapshot'> {
  const { engine } = streams

  const look = async (ref: StreamRef) => {
    const [stored, entry] = await Promise.all([engine.last(snapshotOf(ref)), streams.get(ref)])
    const snapshot = stored && (JSON.parse(stored.data) as { first: number; lsn: number; state: Json })
    // One of a stream that was deleted and created again is not used.
    return { seq: stored?.seq ?? 0, entry, snapshot: snapshot?.first === entry?.first ? snapshot : undefined }
  }

  return {
    async snapshot(id) {
      const { snapshot } = await look({ kind, id })
      return snapshot && { lsn: snapshot.lsn, state: snapshot.state }
    },
    async keepSnapshot(id, lsn, state) {
      const ref = { kind, id }
      const text = JSON.stringify(state)
      for (;;) {
        const { seq, entry, snapshot } = await look(ref)
        if (entry === undefined || lsn > entry.head || lsn < (snapshot?.lsn ?? 0)) return
        // A snapshot saves time and may be missing; an error here would keep the stream from being read.
        if (Buffer.byteLength(text) > engine.maxBytes - HEADER) return
        const data = `{"first":${entry.first},"lsn":${lsn},"state":${text}}`
        if ((await engine.append(snapshotOf(ref), data, seq)) !== undefined) return
      }
    },
  }
}

import type { Append, Log, NewStream, Store } from '@sweatpants/framework/log'
import { type HistoryFile, now, toDigest } from './history.ts'

/** Returns the store, with every fence and every write of this process recorded. */
export function recordStore(store: Store, history: HistoryFile, node: string): Store {
  let attempts = 0

  /** Records a write before it is sent and after it was acknowledged. */
  async function record<T extends { lsn: number; repeated: boolean }>(
    stream: string,
    { events, fence, write }: { events: readonly unknown[]; fence?: number | undefined; write: string },
    perform: () => T | Promise<T>,
  ): Promise<T> {
    const attempt = `${node}/${++attempts}`
    const digests = events.map((event) => toDigest(JSON.stringify(event)))
    history.add({ type: 'write_send', stream, node, attempt, write, digests, ...(fence !== undefined && { fence }) })
    const stored = await perform()
    const { lsn, repeated } = stored
    history.add({ type: 'write_store', stream, node, attempt, lsn, isRepeated: repeated, time: now() })
    return stored
  }

  const gain = (stream: string, fence: number) => history.add({ type: 'fence_gain', stream, node, fence })

  function recordLog<E>(kind: string, log: Log<E>): Log<E> {
    return {
      ...log,
      async create(id: string, stream: NewStream<E>) {
        const { events, under } = stream
        const created = await record(`${kind}/${id}`, { events, fence: under?.fence, write: 'create' }, () =>
          log.create(id, stream),
        )
        const fence = created.fence ?? under?.fence
        if (fence !== undefined) gain(`${kind}/${id}`, fence)
        return created
      },
      append(id: string, append: Append<E>) {
        const write = toName(append) ?? `${node}/row/${++attempts}`
        return record(`${kind}/${id}`, { ...append, write }, () => log.append(id, append))
      },
      async open(id: string, fence?: number) {
        const opened = await log.open(id, fence)
        if (fence !== undefined && opened !== undefined) gain(`${kind}/${id}`, fence)
        return opened
      },
    }
  }

  return {
    ...store,
    // All debates of a store share one track record, so its name is the same in every store of the history.
    log: <E>(kind: string) => (kind === 'track_record' ? store.log<E>(kind) : recordLog(kind, store.log<E>(kind))),
    leases: {
      ...store.leases,
      async acquire(ref, owner) {
        const fence = await store.leases.acquire(ref, owner)
        if (fence !== undefined) gain(`${ref.kind}/${ref.id}`, fence)
        return fence
      },
    },
  }
}

/** Equal for all attempts at one write; `undefined` for a change of the stream's row alone, which may be repeated. */
function toName({ commandId, fence, write }: Append<unknown>): string | undefined {
  if (commandId !== undefined) return `command/${commandId}`
  return write === undefined ? undefined : `${fence}.${write}`
}

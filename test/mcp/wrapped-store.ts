import type { Append, Log, Store } from '@sweatpants/framework/log'

type AnyLog = Log<{ type: string }>

/** Returns the same store, with parts of the log of one kind replaced. */
export function wrapLog(store: Store, kind: string, wrap: (log: AnyLog) => Partial<AnyLog>): Store {
  const inner = store.log<{ type: string }>(kind)
  // A log may be an object with private members: its methods are called on it.
  const rest: AnyLog = {
    create: (id, stream) => inner.create(id, stream),
    get: (id) => inner.get(id),
    open: (id, fence) => inner.open(id, fence),
    append: (id, append) => inner.append(id, append),
    read: (id, after, limit) => inner.read(id, after, limit),
    find: (id, commandId) => inner.find(id, commandId),
    watch: (id, listener) => inner.watch(id, listener),
    broadcast: (id, broadcast) => inner.broadcast(id, broadcast),
    listen: (id, listener) => inner.listen(id, listener),
    list: (principal, limit) => inner.list(principal, limit),
    count: (principal) => inner.count(principal),
    snapshot: (id) => inner.snapshot(id),
    keepSnapshot: (id, lsn, state) => inner.keepSnapshot(id, lsn, state),
    delete: (id, options) => inner.delete(id, options),
  }
  const wrapped = { ...rest, ...wrap(inner) }
  return { ...store, log: (name) => (name === kind ? wrapped : store.log(name)) as never }
}

/** Whether a write ends a task. */
export const endsTask = ({ about }: Append<unknown>): boolean =>
  about !== undefined && (about as { status?: string }).status !== 'working'

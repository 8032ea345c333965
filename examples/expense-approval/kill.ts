import { openSync } from 'node:fs'
import type { Append, Log, Store } from '@sweatpants/framework/log'

/**
 * Where a node dies: at a write to the stream of a run. `before`: the write is lost. `after`: it is stored, and the node never
 * learns of that.
 */
export interface Kill {
  write: string
  when: 'before' | 'after'
  /** A file that the first node creates which dies here: the others go on. */
  marker: string
}

/** What of an event tells it from the others of its run. */
interface Told {
  type: string
  at?: string
  kind?: string
  key?: string
  answeredBy?: string
  name?: string
}

/** Returns the store as a node sees it that dies at one of its writes. */
export function dieAt(store: Store, { plan, onWrite }: { plan: () => Kill | undefined; onWrite(write: string): void }) {
  const die = (write: string, when: Kill['when']): void => {
    const kill = plan()
    if (kill?.write !== write || kill.when !== when || !isFirst(kill.marker)) return
    // It cannot be handled, and nothing after it runs.
    process.kill(process.pid, 'SIGKILL')
  }
  async function watch<T>(write: string, perform: () => T | Promise<T>): Promise<T> {
    die(write, 'before')
    const stored = await perform()
    onWrite(write)
    die(write, 'after')
    return stored
  }
  const watchLog = <E>(log: Log<E>): Log<E> => ({
    ...log,
    create: (id, stream) => watch('create', () => log.create(id, stream)),
    append: (id, append) => watch(toName(append), () => log.append(id, append)),
  })
  return {
    ...store,
    log: <E>(kind: string) => (kind === 'task' ? watchLog(store.log<E>(kind)) : store.log<E>(kind)),
  } satisfies Store
}

/** Returns a name that the write has in every process, and no other write of the run. */
function toName({ events, questions, release, about }: Append<unknown>): string {
  const told = (events as Told[]).map(({ type, kind, key, at, answeredBy, name }) =>
    [type, kind, key, at, answeredBy, name].filter(Boolean).join(' '),
  )
  const asks = (questions?.opens ?? []).map(({ key }) => `ask ${key}`)
  const parts = [...told, ...asks, ...(about === undefined ? [] : ['end']), ...(release ? ['release'] : [])]
  return parts.join(', ') || 'register'
}

function isFirst(marker: string): boolean {
  try {
    openSync(marker, 'wx')
    return true
  } catch {
    return false
  }
}

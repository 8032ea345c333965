import { createMemoryRunStore } from '../tools/run-store.ts'
import { createMemoryLog } from './memory-log.ts'
import type { SessionLog, Store } from './session-log.ts'

/** All that a server keeps, for as long as the process lives. */
export function createMemoryStore(options: { now?: () => number } = {}): Store {
  const logs = new Map<string, SessionLog<unknown>>()
  return {
    runs: createMemoryRunStore(),
    log<E>(kind: string) {
      const log = logs.get(kind) ?? createMemoryLog(options)
      logs.set(kind, log)
      // What a kind's events are is known to whoever names the kind.
      return log as SessionLog<E>
    },
    close() {},
  }
}

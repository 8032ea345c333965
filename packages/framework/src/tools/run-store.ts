import { createMemoryJournal, type Journal, type MemoryJournal } from './journal.ts'
import type { Json } from './json.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** What is kept of a run beside its journal, by whoever runs it: a task's status and result, for one. */
export interface RunRecord {
  /** Milliseconds since the epoch; after it the run may be collected, journal and all. */
  expiresAt: number
  data: Json
}

/**
 * The journals of many runs, and a record beside each. What `put` and a journal's `append` have acknowledged survives.
 * Every store has one contract suite, `runStoreContract`.
 */
export interface RunStore {
  journal(runId: string): Journal
  get(runId: string): MaybePromise<RunRecord | undefined>
  /** Creates or replaces the record. */
  put(runId: string, record: RunRecord): MaybePromise<void>
  /** Removes journal and record. */
  delete(runId: string): MaybePromise<void>
  /** Removes every run whose record has expired; comes to how many. A run without a record is never collected. */
  collect(now: number): MaybePromise<number>
  close(): MaybePromise<void>
}

/** A store that lives as long as the process. */
export function createMemoryRunStore(): RunStore {
  const journals = new Map<string, MemoryJournal>()
  const records = new Map<string, RunRecord>()
  const remove = (runId: string) => {
    journals.delete(runId)
    records.delete(runId)
  }
  return {
    journal(runId) {
      const known = journals.get(runId) ?? createMemoryJournal()
      journals.set(runId, known)
      return known
    },
    get: (runId) => records.get(runId),
    put: (runId, record) => void records.set(runId, record),
    delete: remove,
    collect(now) {
      const expired = [...records].filter(([, { expiresAt }]) => expiresAt <= now)
      for (const [runId] of expired) remove(runId)
      return expired.length
    },
    close() {},
  }
}

import { createMemoryJournal, type Journal, type MemoryJournal } from './journal.ts'
import type { Json } from './json.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** What is kept of a run beside its journal, by whoever runs it: a task's status and result, for one. */
export interface RunRecord {
  /** Milliseconds since the epoch; after it the run may be collected, journal and all. */
  expiresAt: number
  data: Json
}

/** Who drives a run, and for how many milliseconds from now unless it is said again. */
export interface RunClaim {
  owner: string
  ttl: number
}

/**
 * The journals of many runs, and a record beside each. What `put` and a journal's `append` have acknowledged survives.
 * Every store has one contract suite, `runStoreContract`.
 */
export interface RunStore {
  journal(runId: string): Journal
  get(runId: string): MaybePromise<RunRecord | undefined>
  /** Creates or replaces the record. From then on the run is claimed as given, or by nobody. */
  put(runId: string, record: RunRecord, claim?: RunClaim): MaybePromise<void>
  /** Removes journal and record. */
  delete(runId: string): MaybePromise<void>
  /** Removes every run whose record has expired; comes to how many. A run without a record is never collected. */
  collect(now: number): MaybePromise<number>
  /**
   * Makes a run its owner's, or keeps it so; comes to false when there is no record of it, and while it is another's.
   * A store without claims, or whose runs are shared by nobody, has neither this nor `release`: two processes that go on
   * with a task at once are then only told apart by its journal, and may both do its next step.
   */
  claim?(runId: string, claim: RunClaim): MaybePromise<boolean>
  /** Gives back what is the owner's, so that another can have it at once. */
  release?(runId: string, owner: string): MaybePromise<void>
  close(): MaybePromise<void>
}

/** A store that lives as long as the process. */
export function createMemoryRunStore(): RunStore {
  const journals = new Map<string, MemoryJournal>()
  const records = new Map<string, RunRecord>()
  const claims = new Map<string, { owner: string; until: number }>()
  const remove = (runId: string) => {
    journals.delete(runId)
    records.delete(runId)
    claims.delete(runId)
  }
  const own = (runId: string, { owner, ttl }: RunClaim) => claims.set(runId, { owner, until: Date.now() + ttl })
  return {
    // Kept from the first write on: nobody would collect one that was only looked for.
    journal: (runId) => ({
      read: () => journals.get(runId)?.read(),
      append(revision, write) {
        const journal = journals.get(runId) ?? createMemoryJournal()
        journal.append(revision, write)
        journals.set(runId, journal)
      },
    }),
    get: (runId) => records.get(runId),
    put(runId, record, claim) {
      records.set(runId, record)
      if (claim === undefined) claims.delete(runId)
      else own(runId, claim)
    },
    delete: remove,
    collect(now) {
      const expired = [...records].filter(([, { expiresAt }]) => expiresAt <= now)
      for (const [runId] of expired) remove(runId)
      return expired.length
    },
    claim(runId, claim) {
      const held = claims.get(runId)
      const isOthers = held !== undefined && held.owner !== claim.owner && held.until > Date.now()
      if (isOthers || !records.has(runId)) return false
      own(runId, claim)
      return true
    },
    release(runId, owner) {
      if (claims.get(runId)?.owner === owner) claims.delete(runId)
    },
    close() {},
  }
}

import { JournalConflictError } from './errors.ts'
import type { Json } from './json.ts'
import type { Failure } from './outcome.ts'

/** Written once, when the run begins (R12). */
export interface Header {
  format: 1
  tool: string
  version?: string
  /** The id of the run; the tool sees it as `ctx.callId`. */
  runId: string
  seed: string
  can: Capabilities
  principal?: string
  /** Digest of the arguments. */
  params: string
  startedAt: number
}

/** What the place where a tool runs can do; fixed for the run. */
export interface Capabilities {
  elicitation: boolean
  sampling: boolean
  roots: boolean
  tasks: boolean
}

/** What is known of an effect in every entry about it: where it stands, what it was, and when this was written. */
interface Recorded {
  at: string
  kind: string
  key: string
  digest: string
  time: number
}

/** One fact in the total order of a run. Plain JSON. */
export type Entry =
  | (Recorded & { type: 'value'; value?: Json })
  | (Recorded & { type: 'failure'; failure: Failure })
  /** A `once` step is about to run. */
  | (Recorded & { type: 'started' })
  /** The branch at this path was halted. */
  | { type: 'halted'; at: string; reason: 'cancelled' | 'timeout'; time: number }

/** Kept current beside the entries (R12). Addresses and branch paths are the keys. */
export interface Progress {
  /** When each open question was asked, and each open sleep begun. */
  asked: Record<string, number>
  /** Why the last answer to an open question was refused, and how often answers were. */
  refused: Record<string, { count: number; problem: string }>
  /** The number of the last emission sent, by branch. */
  emitted: Record<string, number>
  /** Running time used in milliseconds, by branch with a timeout. */
  ran: Record<string, number>
  /** The highest progress that was notified. */
  highest?: number
}

export interface Recording {
  /** How many writes there have been; the next write must name it. */
  revision: number
  header: Header
  entries: readonly Entry[]
  progress: Progress
}

export interface JournalWrite {
  /** Present on the first write, and when the run is started over: entries before it are gone. */
  header?: Header
  entries: readonly Entry[]
  /** Live: a journal takes what it needs before its promise resolves. */
  progress: Progress
}

/**
 * The durable record of one run. What `append` acknowledged survives; a `JournalConflictError` says that
 * somebody else has written since `revision`. Both answer synchronously where they can: memory is not awaited.
 */
export interface Journal {
  read(): Recording | undefined | Promise<Recording | undefined>
  append(revision: number, write: JournalWrite): void | Promise<void>
}

export interface MemoryJournal extends Journal {
  read(): Recording | undefined
}

/** A journal that lives as long as the process, or as long as whoever carries its recording. */
export function createMemoryJournal(recording?: Recording): MemoryJournal {
  let revision = recording?.revision ?? 0
  let header = recording?.header
  let entries = recording === undefined ? [] : [...recording.entries]
  let progress = recording?.progress
  return {
    read: () => header && progress && { revision, header, entries, progress: structuredClone(progress) },
    append(expected, write) {
      if (expected !== revision) throw new JournalConflictError(header?.runId ?? '(new)', expected, revision)
      revision++
      if (write.header !== undefined) {
        header = write.header
        entries = []
      }
      for (const entry of write.entries) entries.push(entry)
      progress = write.progress
    },
  }
}

export const emptyProgress = (): Progress => ({ asked: {}, refused: {}, emitted: {}, ran: {} })

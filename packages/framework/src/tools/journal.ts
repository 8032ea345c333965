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
  /**
   * What idempotency keys begin with instead of `runId`: in a fork, and in a run whose id an earlier one may have had. A fork keeps
   * the copied `runId` and `seed`, because recorded requests may depend on them.
   */
  forkId?: string
  /** The attempt with which questions begin in a run that was started over: answers from before count for none (R14). */
  firstAttempt?: number
  seed: string
  can: Capabilities
  principal?: string
  /** Digest of the arguments. */
  params: string
  startedAt: number
  /** The OpenTelemetry span in which the run began, as W3C trace context; later spans of the run link to it. */
  traceparent?: string
}

/** The capabilities of the client or host; fixed for the run. */
export interface Capabilities {
  elicitation: boolean
  /** A person can be asked to open a page. */
  url?: boolean
  sampling: boolean
  roots: boolean
  tasks: boolean
}

/** How many milliseconds the branches with a timeout have run that an entry is about, by path. */
interface Ran {
  ran?: Readonly<Record<string, number>>
}

/** The fields of every entry about an effect: its address, its kind and the time of the entry. */
export interface Fact extends Ran {
  at: string
  kind: string
  key: string
  digest: string
  time: number
}

/** Who answered a question, where that is known, and when the answer arrived. */
export interface Answered {
  by?: string
  at: number
}

/** One fact in the total order of a run. Plain JSON. */
export type Entry =
  /**
   * `isAnswer`: a sample that the client has performed (R15). `answered`: who answered a question; one for each person where it
   * has a quorum. `signal`: the id of the signal that was taken.
   */
  | (Fact & { type: 'value'; value?: Json; isAnswer?: true; answered?: readonly Answered[]; signal?: string })
  /** One of several answers that a question needs; it stays open. `shown` is what this person was shown (R14). */
  | (Fact & { type: 'partial'; content: Json; answered: Answered; shown: string })
  | (Fact & { type: 'failure'; failure: Failure })
  /** A `once` step is about to run. */
  | (Fact & { type: 'started' })
  /** An attempt at a step failed, and the next one begins at `nextAt`. `since` is when the first one began. */
  | (Fact & { type: 'retried'; failure: Failure; attempt: number; since: number; nextAt: number })
  /** The run takes the new code of the change `key` (`ctx.patched`). It stands at no address. */
  | (Fact & { type: 'patched'; at: '' })
  /** The branch at this path was halted. */
  | (Ran & { type: 'halted'; at: string; reason: 'cancelled' | 'timeout'; time: number })
  /** The cleanup of the fiber at this place took longer than `limits.cleanup`. */
  | (Ran & { type: 'halted'; at: string; reason: 'abandoned'; time: number })

/** Every type of entry, for streams that hold other events beside them. */
export const ENTRY_TYPES: ReadonlySet<string> = new Set<Entry['type']>([
  'value',
  'partial',
  'failure',
  'started',
  'retried',
  'patched',
  'halted',
])

/** The state of an open question, or of a sleep that has not ended. */
export interface AskedProgress {
  /** The type and the key of the effect. */
  kind: string
  key: string
  /** The names of those whom a question was asked of, where that is not the caller. */
  to?: readonly string[]
  /** When it was asked. A question that has changed is asked anew. */
  time: number
  /** Fingerprint of what was shown (R14). */
  shown?: string
  /** How often it was asked, where that is more than once. */
  attempt?: number
  /** How many answers were refused, and in how many replays in a row the question has changed; 1 if it changed before. */
  refused?: number
  changed?: number
  /** Why it was asked again. */
  problem?: string
  /** The request whose answer did not count. It does not count either when the request is played again. */
  from?: string
}

/** Kept current beside the entries (R12). */
export interface Progress {
  /** Every question that is open, and every sleep, by address. */
  asked: Record<string, AskedProgress>
  /** How many emissions were sent since the last outcome. */
  emitted: number
  /** How many were sent before it. */
  emittedBefore?: number
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
  /** The entries were recorded before, in another journal. */
  isCopy?: boolean
}

/**
 * The durable record of one run. What `append` acknowledged survives; a `JournalConflictError` says that
 * another writer has appended since `revision`. Both return synchronously where they can: memory is not awaited.
 */
export interface Journal {
  read(): Recording | undefined | Promise<Recording | undefined>
  append(revision: number, write: JournalWrite): void | Promise<void>
}

export interface MemoryJournal extends Journal {
  read(): Recording | undefined
}

/** A journal that lives as long as the process, or as long as its recording is kept elsewhere. */
export function createMemoryJournal(recording?: Recording): MemoryJournal {
  return new InMemory(recording)
}

class InMemory implements MemoryJournal {
  #revision: number
  #header: Header | undefined
  #entries: Entry[]
  #progress: Progress | undefined

  constructor(recording: Recording | undefined) {
    this.#revision = recording?.revision ?? 0
    this.#header = recording?.header
    this.#entries = recording === undefined ? [] : [...recording.entries]
    this.#progress = recording?.progress
  }

  read(): Recording | undefined {
    if (this.#header === undefined || this.#progress === undefined) return undefined
    const progress = copyProgress(this.#progress)
    return { revision: this.#revision, header: this.#header, entries: [...this.#entries], progress }
  }

  append(revision: number, { header, entries, progress }: JournalWrite): void {
    if (revision !== this.#revision) {
      throw new JournalConflictError(this.#header?.runId ?? '(new)', revision, this.#revision)
    }
    this.#revision++
    if (header !== undefined) {
      this.#header = header
      this.#entries = []
    }
    for (const entry of entries) this.#entries.push(entry)
    // Kept as it is, not as it was: nothing here outlives the process that changes it.
    this.#progress = progress
  }
}

/** Returns a copy that does not change with the run. */
export function copyProgress({ asked, ...rest }: Progress): Progress {
  return { asked: { ...asked }, ...rest }
}

/** How many emissions a run has sent. */
export const sumEmitted = ({ emitted, emittedBefore = 0 }: Progress): number => emitted + emittedBefore

export const emptyProgress = (): Progress => ({ asked: {}, emitted: 0 })

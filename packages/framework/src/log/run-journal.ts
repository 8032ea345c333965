import type { CallJournals } from '../tools/call-tool.ts'
import { defined } from '../tools/defined.ts'
import type { Drain } from '../tools/drain.ts'
import { JournalConflictError } from '../tools/errors.ts'
import type { Entry, Header, Journal, JournalWrite, Progress, Recording } from '../tools/journal.ts'
import type { Json } from '../tools/json.ts'
import { type Attachments, createAttachments } from './attachments.ts'
import {
  FenceError,
  type Log,
  type LogEntry,
  type Store,
  StreamExistsError,
  StreamGoneError,
  type StreamRecord,
  type StreamRef,
  type Under,
} from './log.ts'
import { retryWrite } from './retry.ts'
import { type RunChange, toChange, toMark } from './run-index.ts'

/** The register of a run: all of its state that is not in the entries. */
export interface RunRegister {
  header: Header
  /** Absent when it is too large for a register: then the last `progress` record has it. */
  progress?: Progress
  /** How many writes there have been. */
  revision: number
  /** The entries up to this place belong to a run that was started over. */
  after: number
}

/** A record of a run's stream. */
export type RunEvent = Entry | { type: 'progress'; progress: Progress } | ({ type: 'call' } & ListedCall)

/** Characters of progress that a register takes; more is written as a record. */
const MAX_PROGRESS = 8_192

/** The journals of the runs that are driven with a stream. */
export interface RunStreams {
  /** With `listed` the run is in the store's index of runs, so the machine of the stream also reads `RunCancel` records. */
  journal(runId: string, listed?: ListedCall): Journal
  /** Changes the state of a listed run in the index; without `change` to the state that its journal says. */
  mark(runId: string, change?: RunChange, expiresAt?: number): Promise<void>
  read(runId: string): Promise<Recording | undefined>
  /** Deletes a run, unless it was marked with a time at which it expires by itself. */
  delete(runId: string): Promise<void>
  /** Large data of results: it stays when runs are deleted, until the stream is. */
  readonly attachments: Attachments
}

/** The arguments of a listed run, stored with its journal so that the run can be replayed. */
export interface ListedCall {
  arguments: Json
  /** The server of a hosted tool. */
  origin?: string
}

/** `drain` stops each run at its next write once the stream is being released. */
export function createRunStreams(store: Store, under: Under, drain: Drain): RunStreams {
  const log = store.log<RunEvent>('run')
  const listed = new Map<string, RunJournal>()
  return {
    journal(runId, call) {
      const journal = new RunJournal(log, runId, under, call)
      if (call !== undefined) listed.set(runId, journal)
      return drain.over(journal)
    },
    async mark(runId, change, expiresAt) {
      await listed.get(runId)?.mark(change, expiresAt)
    },
    read: (runId) => readRun(store, runId),
    async delete(runId) {
      const expires = listed.get(runId)?.expires ?? false
      listed.delete(runId)
      if (!expires) await log.delete(runId)
    },
    attachments: createAttachments(store, under),
  }
}

/** Reads the journal of a run without taking it over. */
export async function readRun(store: Store, runId: string): Promise<Recording | undefined> {
  const opened = await store.log<RunEvent>('run').open(runId)
  return opened && toRecording(opened.register, opened.events)
}

/** The journal of a run that no driver drives: a second writer is refused with a `JournalConflictError`. */
export const createRunJournal = (store: Store, runId: string): Journal =>
  new RunJournal(store.log<RunEvent>('run'), runId, undefined, undefined)

export interface RunsOptions {
  /** Milliseconds that a journal is kept after its last write. Default 30 days. */
  keepFor?: number
}

const DAY = 24 * 60 * 60_000

/**
 * The journals of runs that no driver drives, by id: the `runs` of `callTool`. A server on the same store, such as a chat, deletes those
 * that have expired.
 */
export function createRuns(store: Store, { keepFor = 30 * DAY }: RunsOptions = {}): CallJournals {
  const log = store.log<RunEvent>('run')
  return { journal: (runId) => new RunJournal(log, runId, undefined, undefined, keepFor) }
}

/** A run's journal as a stream. Reading it under a fence takes the stream over: earlier drivers are refused from then on. */
class RunJournal implements Journal {
  readonly #log: Log<RunEvent>
  readonly #runId: string
  readonly #under: Under | undefined
  readonly #listed: ListedCall | undefined
  /** Milliseconds after the last write at which it expires. */
  readonly #keepFor: number | undefined
  /** Whether it was marked with a time at which it expires. */
  expires = false
  /** As JSON: the last change that was stored in the index. */
  #marked: string | undefined
  #progress: Progress | undefined
  #register: RunRegister | undefined
  #head = 0

  constructor(
    log: Log<RunEvent>,
    runId: string,
    under: Under | undefined,
    listed: ListedCall | undefined,
    keepFor?: number,
  ) {
    this.#log = log
    this.#runId = runId
    this.#under = under
    this.#listed = listed
    this.#keepFor = keepFor
  }

  async read(): Promise<Recording | undefined> {
    const opened = await this.#log.open(this.#runId, this.#under?.fence)
    if (opened === undefined) return undefined
    // Only journals write the registers of runs.
    this.#register = opened.register as unknown as RunRegister
    this.#head = opened.head
    const recording = toRecording(opened.register, opened.events)
    this.#progress = recording.progress
    return recording
  }

  /** Does nothing before the first write, which lists the run. */
  async mark(change = this.#progress && toChange(this.#progress), expiresAt?: number): Promise<void> {
    if (this.#register === undefined || change === undefined) return
    const fence = this.#under?.fence
    const append = {
      events: [],
      run: change,
      isQuiet: true,
      ...defined({ fence, expiresAt }),
    }
    await this.#log.append(this.#runId, append)
    this.#marked = JSON.stringify(change)
    this.expires ||= expiresAt !== undefined
  }

  async append(revision: number, write: JournalWrite): Promise<void> {
    if (this.#register === undefined && revision > 0) await this.read()
    const known = this.#register
    const found = known?.revision ?? 0
    if (found !== revision) throw this.#conflict(revision)
    const after = write.header === undefined ? (known?.after ?? 0) : this.#head
    const header = write.header ?? known!.header
    const { events, progress } = toRunEvents(write)
    const register = { header, ...progress, revision: revision + 1, after }
    const change = this.#listed && toChange(write.progress)
    const records = revision === 0 && this.#listed ? [{ type: 'call' as const, ...this.#listed }, ...events] : events
    await retryWrite((isRetry) => this.#write(records, register, change, isRetry))
    this.#register = register
    this.#progress = write.progress
    this.#marked = JSON.stringify(change)
    this.#head += records.length
  }

  async #write(
    events: readonly RunEvent[],
    register: RunRegister,
    change: RunChange | undefined,
    isRetry: boolean,
  ): Promise<void> {
    const { revision } = register
    // A register is JSON.
    const kept = {
      events,
      register: register as unknown as Json,
      ...(this.#keepFor !== undefined && { expiresAt: Date.now() + this.#keepFor }),
    }
    try {
      if (revision === 1) {
        await this.#log.create(this.#runId, {
          ...kept,
          about: this.#under === undefined ? null : { kind: this.#under.kind, id: this.#under.id },
          ...(this.#under && { under: this.#under }),
          ...(change && { run: toMark(register.header, change) }),
        })
        return
      }
      const fence = this.#under?.fence
      const run = JSON.stringify(change) === this.#marked ? undefined : change
      const append = {
        ...kept,
        write: revision,
        isQuiet: true,
        ...(fence !== undefined && { fence }),
        ...(run && { run }),
      }
      const { repeated } = await this.#log.append(this.#runId, append)
      if (repeated && !isRetry) throw this.#conflict(revision - 1)
    } catch (error) {
      // The first attempt created it.
      if (error instanceof StreamExistsError && isRetry) return
      // Another driver began the run, or deleted it with its turn.
      const isLost = error instanceof StreamExistsError || error instanceof StreamGoneError
      throw isLost ? this.#conflict(revision - 1) : error
    }
  }

  #conflict(revision: number): Error {
    if (this.#under !== undefined) return new FenceError(this.#runId, this.#under.fence)
    return new JournalConflictError(this.#runId, revision, this.#register?.revision ?? 0)
  }
}

/** Returns the stream that a run is driven with, as its header row says. */
export const ownerOf = ({ about }: StreamRecord): StreamRef | undefined =>
  // Only journals write the rows of runs.
  (about as unknown as StreamRef | null) ?? undefined

/** Splits a write into records and what the register takes of the progress. */
export function toRunEvents({ entries, progress }: JournalWrite): {
  events: RunEvent[]
  progress: { progress?: Progress }
} {
  if (JSON.stringify(progress).length <= MAX_PROGRESS) return { events: [...entries], progress: { progress } }
  return { events: [...entries, { type: 'progress', progress }], progress: {} }
}

/** Puts a recording together from the register and the records of a run. */
export function toRecording(register: unknown, events: readonly LogEntry<RunEvent>[]): Recording {
  const { header, progress, revision, after } = register as RunRegister
  const current = events.filter(({ lsn }) => lsn > after).map(({ event }) => event)
  const entries = current.filter((event) => event.type !== 'progress' && event.type !== 'call')
  const written = current.findLast((event) => event.type === 'progress')
  return { header, revision, entries, progress: progress ?? written!.progress }
}

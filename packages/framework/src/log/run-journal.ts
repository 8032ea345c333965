import type { Drain } from '../tools/drain.ts'
import { JournalConflictError } from '../tools/errors.ts'
import type { Entry, Header, Journal, JournalWrite, Progress, Recording } from '../tools/journal.ts'
import type { Json } from '../tools/json.ts'
import {
  FenceError,
  type Log,
  type LogEntry,
  type Store,
  StreamExistsError,
  StreamGoneError,
  type Under,
} from './log.ts'
import { retryWrite } from './retry-write.ts'

/** What the register of a run holds beside its entries: everything that changes. */
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
export type RunEvent = Entry | { type: 'progress'; progress: Progress }

/** Characters of progress that a register takes; more is written as a record. */
const MAX_PROGRESS = 8_192

/** The journals of the runs that are driven with a stream. */
export interface RunStreams {
  journal(runId: string): Journal
  read(runId: string): Promise<Recording | undefined>
  delete(runId: string): Promise<void>
}

/** `drain` stops each run at its next write once the stream is being released. */
export function createRunStreams(store: Store, under: Under, drain: Drain): RunStreams {
  const log = store.log<RunEvent>('run')
  return {
    journal: (runId) => drain.over(new RunJournal(log, runId, under)),
    read: (runId) => readRun(store, runId),
    async delete(runId) {
      await log.delete(runId)
    },
  }
}

/** Reads the journal of a run without taking it over. */
export async function readRun(store: Store, runId: string): Promise<Recording | undefined> {
  const opened = await store.log<RunEvent>('run').open(runId)
  return opened && toRecording(opened.register, opened.events)
}

/** The journal of a run that no driver drives: a second writer is refused with a `JournalConflictError`. */
export const createRunJournal = (store: Store, runId: string): Journal =>
  new RunJournal(store.log<RunEvent>('run'), runId, undefined)

/** A run's journal as a stream. Reading it under a fence takes the stream over: earlier drivers are refused from then on. */
class RunJournal implements Journal {
  readonly #log: Log<RunEvent>
  readonly #runId: string
  readonly #under: Under | undefined
  #register: RunRegister | undefined
  #head = 0

  constructor(log: Log<RunEvent>, runId: string, under: Under | undefined) {
    this.#log = log
    this.#runId = runId
    this.#under = under
  }

  async read(): Promise<Recording | undefined> {
    const opened = await this.#log.open(this.#runId, this.#under?.fence)
    if (opened === undefined) return undefined
    // Only journals write the registers of runs.
    this.#register = opened.register as unknown as RunRegister
    this.#head = opened.head
    return toRecording(opened.register, opened.events)
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
    await retryWrite((isRetry) => this.#write(events, register, isRetry))
    this.#register = register
    this.#head += events.length
  }

  async #write(events: readonly RunEvent[], register: RunRegister, isRetry: boolean): Promise<void> {
    const { revision } = register
    // A register is JSON.
    const kept = { events, register: register as unknown as Json }
    try {
      if (revision === 1) {
        await this.#log.create(this.#runId, { ...kept, about: null, ...(this.#under && { under: this.#under }) })
        return
      }
      const fence = this.#under?.fence
      const append = { ...kept, write: revision, isQuiet: true, ...(fence !== undefined && { fence }) }
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
  const entries = current.filter((event) => event.type !== 'progress')
  const written = current.findLast((event) => event.type === 'progress')
  return { header, revision, entries, progress: progress ?? written!.progress }
}

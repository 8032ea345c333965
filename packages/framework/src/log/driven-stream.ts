import type { Json } from '../tools/json.ts'
import {
  type Append,
  FenceError,
  type Log,
  LogConflictError,
  type Store,
  StreamGoneError,
  type StreamRecord,
} from './log.ts'
import type { DriverAppend, DriverRegister, Machine } from './machine.ts'
import { retryUnanswered, retryWrite } from './retry.ts'
import type { RunChange } from './run-index.ts'

export interface DrivenStreamOptions<S, E> {
  machine: Machine<S, E>
  store: Store
  record: StreamRecord
  fence: number
  loaded: { state: S; lsn: number }
}

const PAGE = 2_000

/** The stream of a driver: its state as far as it was read, and writes with the fence and a number (D2, D5). */
export class DrivenStream<S, E> {
  readonly fence: number
  state: S
  lsn: number
  register: { [key: string]: Json }
  /** When the stream was first blocked, while it has not moved on since. */
  blockedSince: number | undefined
  readonly #id: string
  readonly #log: Log<E>
  readonly #reduce: Machine<S, E>['reduce']
  #lastWrite: number
  /** As JSON: how lists show the run, as far as this driver has stored it. */
  #shown: string | undefined
  /** Resolves when the last write is over. One at a time, so that they arrive in the order of their numbers. */
  #writing: Promise<unknown> = Promise.resolve()
  /** Why the store takes no more writes of this driver. */
  #loss: FenceError | StreamGoneError | undefined
  /** Where the log is said to end; undefined while that is unknown. */
  #head: number | undefined

  constructor({ machine, store, record, fence, loaded }: DrivenStreamOptions<S, E>) {
    const { blocked, ...register } = (record.register ?? {}) as unknown as DriverRegister
    this.fence = fence
    this.state = loaded.state
    this.lsn = loaded.lsn
    this.register = register
    this.blockedSince = blocked?.since
    this.#id = record.id
    this.#log = store.log(machine.kind)
    this.#reduce = (state, event, lsn) => machine.reduce(state, event, lsn)
    this.#lastWrite = record.lastWrite
  }

  /** Calls `onChange` when the log may have grown. Returns a function that stops it. */
  watch(onChange: () => void): () => void {
    return this.#log.watch(this.#id, (head) => {
      this.#head = head === undefined || this.#head === undefined ? undefined : Math.max(this.#head, head)
      onChange()
    })
  }

  /** The log may have grown although no watcher has said so. */
  doubt(): void {
    this.#head = undefined
  }

  broadcast(event: E): void {
    this.#log.broadcast(this.#id, { after: this.lsn, event })
  }

  /** `run`: how lists show the run, which is stored if it has changed. */
  append({ register, ...append }: DriverAppend<E>, run: RunChange | undefined): Promise<number> {
    if (register !== undefined) this.register = register
    const kept = this.register
    const shown = JSON.stringify(run)
    const change = run !== undefined && shown !== this.#shown && { run }
    this.#shown = shown
    const writing = this.#writing.then(() => this.#write({ ...append, ...change, register: kept, fence: this.fence }))
    this.#writing = writing.catch(() => {
      // What was refused is not shown.
      this.#shown = undefined
    })
    return writing
  }

  async #write(append: Append<E>): Promise<number> {
    // It may have waited behind the write that was refused.
    if (this.#loss !== undefined) throw this.#loss
    const numbered = { ...append, write: ++this.#lastWrite }
    const { lsn } = await retryWrite(async () => this.#log.append(this.#id, numbered)).catch((error: unknown) => {
      // The log has an event that the watcher has not reported yet.
      if (error instanceof LogConflictError) this.doubt()
      if (error instanceof FenceError || error instanceof StreamGoneError) this.#loss = error
      throw error
    })
    this.blockedSince = undefined
    const first = lsn - append.events.length + 1
    // A command that came between is read by the loop, together with these events.
    if (first === this.lsn + 1) append.events.forEach((event, i) => this.#take(event, first + i))
    return lsn
  }

  /** Reads what was appended since. Throws a `StreamGoneError` if the stream was deleted, a `FenceError` if it was also created again. */
  async catchUp(): Promise<void> {
    // The watcher reports own writes too, and those are known.
    if (this.#head !== undefined && this.#head <= this.lsn) return
    const isRung = this.#head === undefined
    this.#head = 0
    for (let isFirst = true; ; isFirst = false) {
      const page = await retryUnanswered(async () => this.#log.read(this.#id, this.lsn, PAGE))
      // The watcher rings for a deletion too. What runs must not go on until its next write.
      if (isRung && isFirst && page.length === 0) await this.#refuseGone()
      // An own write may have been reduced while this page was read.
      for (const { event, lsn } of page) if (lsn > this.lsn) this.#take(event, lsn)
      if (page.length < PAGE) return
    }
  }

  async #refuseGone(): Promise<void> {
    const record = await retryUnanswered(async () => this.#log.get(this.#id))
    if (record === undefined) throw new StreamGoneError(this.#id)
    // Another stream has its id, and another fence.
    if (record.head < this.lsn) throw new FenceError(this.#id, this.fence)
  }

  #take(event: E, lsn: number): void {
    this.state = this.#reduce(this.state, event, lsn)
    this.lsn = lsn
  }
}

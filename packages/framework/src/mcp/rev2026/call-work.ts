import { type Driven, type DriverAppend, isDivergence, type Work } from '../../log/driver.ts'
import type { RunChange } from '../../log/run-index.ts'
import { Drained } from '../../tools/drain.ts'
import {
  createMemoryJournal,
  type Entry,
  type JournalWrite,
  type MemoryJournal,
  type Recording,
} from '../../tools/journal.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import { type CallEvent, type KeptCall, type Reply, toReplyEvent, toRunChange } from './kept-call.ts'
import { StreamJournal } from './stream-journal.ts'

type RunStep = NonNullable<RunOptions['runStep']>

/** Keeps a call from here on, while its round runs. */
export interface Keep {
  /** Resolves once the call is stored as this node's. */
  (recording: Recording): Promise<CallWork>
  /** Aborts when the server shuts down: nothing is kept any more. */
  readonly closing: AbortSignal
}

interface RoundJournalOptions {
  keep?: Keep | undefined
  work?: CallWork
  /** Called before a `once` step. */
  onOnce?: () => void
}

/** The journal of one round: in memory until the first `once` step, and from then on in the store too. */
export class RoundJournal implements MemoryJournal {
  readonly #memory: MemoryJournal
  readonly #keep: Keep | undefined
  readonly #onOnce: (() => void) | undefined
  #work: CallWork | undefined

  constructor(recording: Recording | undefined, { keep, work, onOnce }: RoundJournalOptions = {}) {
    this.#memory = createMemoryJournal(recording)
    this.#keep = keep
    this.#work = work
    this.#onOnce = onOnce
  }

  /** Set once the call is kept. */
  get work(): CallWork | undefined {
    return this.#work
  }

  read(): Recording | undefined {
    return this.#memory.read()
  }

  append(revision: number, write: JournalWrite): MaybePromise<void> {
    const hasOnce = write.entries.some(({ type }) => type === 'started')
    if (hasOnce) this.#onOnce?.()
    const isStarting = write.entries.some(isStart)
    const keep = this.#work === undefined && isStarting ? this.#keep : undefined
    if (keep?.closing.aborted) {
      // Recorded without the start, so that the next server runs the step.
      this.#memory.append(revision, { ...write, entries: write.entries.filter((entry) => !isStart(entry)) })
      throw new Drained('the server is shutting down; the run goes on elsewhere')
    }
    this.#memory.append(revision, write)
    if (this.#work !== undefined) return this.#work.journal.append(revision, write)
    return keep?.(this.#memory.read()!).then((work) => {
      this.#work = work
    })
  }

  /** Makes sure of the lease before each step of a kept call. */
  readonly runStep: RunStep = (name, body, step) =>
    this.#work === undefined ? body(step) : this.#work.runStep(name, body, step)
}

const isStart = ({ type }: Entry): boolean => type === 'started'

/** One round of a kept call. */
export class CallWork implements Work<CallEvent> {
  readonly journal: StreamJournal
  readonly runStep: RunStep
  /** Resolves to whether the reply was stored by this node. */
  readonly isStored: Promise<boolean>
  readonly waits = false
  readonly wakeAt = undefined
  readonly #driven: Driven<KeptCall, CallEvent>
  readonly #playing: Promise<Reply>
  readonly #ttl: number
  readonly #cancel: () => void
  #reply: Reply | undefined
  readonly #settle: (isStored: boolean) => void

  /** `play` runs the round, or returns the round that runs already. */
  constructor(
    driven: Driven<KeptCall, CallEvent>,
    ttl: number,
    play: (work: CallWork) => Promise<Reply>,
    cancel: () => void,
  ) {
    this.#cancel = cancel
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const { recording, register } = driven.state
    this.#driven = driven
    this.#ttl = ttl
    this.isStored = promise
    this.#settle = resolve
    this.runStep = driven.runStep
    this.journal = new StreamJournal(driven, recording, register, (next) => ({ ...next }))
    this.#playing = play(this)
    this.#playing.then(
      (reply) => {
        this.#reply = reply
        driven.ring()
      },
      (error) => (isDivergence(error) ? driven.block(error) : driven.stop(error)),
    )
  }

  get run(): RunChange {
    const { recording } = this.#driven.state
    if (this.#reply === undefined) return this.journal.run
    return toRunChange(toReplyEvent(this.#reply, 0), this.journal.progress ?? recording.progress)
  }

  reconcile(): void {
    if (this.#driven.state.isCancelled) this.#cancel()
  }

  take(): { append?: DriverAppend<CallEvent>; isLast?: boolean } {
    if (this.#reply === undefined) return {}
    const now = this.#driven.now()
    return { append: { events: [toReplyEvent(this.#reply, now)], expiresAt: now + this.#ttl }, isLast: true }
  }

  async appended(): Promise<void> {
    this.#settle(true)
  }

  async leave(): Promise<void> {
    await this.#playing.catch(() => {})
    this.#settle(false)
  }
}

import { type Driven, type DriverAppend, isDivergence, type Work } from '../../log/machine.ts'
import type { RunChange } from '../../log/run-index.ts'
import { hasStart } from '../../tools/drain.ts'
import { RecordSizeError } from '../../tools/errors.ts'
import {
  createMemoryJournal,
  type Entry,
  type JournalWrite,
  type MemoryJournal,
  type Recording,
} from '../../tools/journal.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import { ErrorCode } from '../core/errors.ts'
import { isSignalUrl } from '../core/outside-event.ts'
import {
  type CallEvent,
  isStart,
  OWN,
  type Played,
  questionsOf,
  type Reply,
  type ToTask,
  toExpiry,
  toPlayedEvent,
  toRunChange,
} from './call-events.ts'
import { type KeptCall, nextAt, openRound, reduceCall, toUnattended } from './kept-call.ts'
import { keysOf, toIndexChange } from './question-index.ts'
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
  /** Whether a `once` step is reason enough to keep the call. Default true. */
  keepsOnce?: boolean
  /** Keeps the call from its first write on, not only from its first `once` step. */
  keepsAll?: boolean
  work?: CallWork
  /** Called before a `once` step. */
  onOnce?: () => void
}

/** The journal of one round: in memory until the call is kept, and from then on in the store too. */
export class RoundJournal implements MemoryJournal {
  readonly #memory: MemoryJournal
  readonly #keep: Keep | undefined
  readonly #keepsAll: boolean
  readonly #onOnce: (() => void) | undefined
  readonly #isReason: (entry: Entry) => boolean
  #work: CallWork | undefined
  #keeping: Promise<void> | undefined

  constructor(recording: Recording | undefined, options: RoundJournalOptions = {}) {
    const { keep, work, onOnce, keepsOnce = true, keepsAll = false } = options
    this.#memory = createMemoryJournal(recording)
    this.#keep = keep
    this.#isReason = (entry) => (keepsOnce && isStart(entry)) || isSignalUrl(entry)
    this.#keepsAll = keepsAll
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
    if (hasStart(write)) this.#onOnce?.()
    const keep =
      this.#work === undefined && (this.#keepsAll || write.entries.some(this.#isReason)) ? this.#keep : undefined
    this.#memory.append(revision, write)
    if (this.#work !== undefined) return this.#work.journal.append(revision, write)
    // The stream is created with what was recorded before.
    if (this.#keeping !== undefined) return this.#keeping.then(() => this.#work!.journal.append(revision, write))
    return keep?.closing.aborted === false ? this.#move(keep) : undefined
  }

  /** Keeps the call from here on, if its run has begun and its server can. */
  async keepNow(): Promise<void> {
    const isBegun = this.#memory.read() !== undefined
    if (this.#work === undefined && isBegun && this.#keep?.closing.aborted === false) await this.#move(this.#keep)
  }

  #move(keep: Keep): Promise<void> {
    this.#keeping ??= keep(this.#memory.read()!).then((work) => {
      this.#work = work
      work.round = this
    })
    return this.#keeping
  }

  /** Makes sure of the lease before each step of a kept call. */
  readonly runStep: RunStep = (name, body, step) =>
    this.#work === undefined ? body(step) : this.#work.runStep(name, body, step)
}

export interface CallWorkOptions {
  /** Milliseconds for which a reply is kept. */
  ttl: number
  /** When a call whose round runs may be collected. */
  expiresAt: () => number
  /** Plays the round, or returns the round that runs already. */
  play: (work: CallWork) => Promise<Played>
  /** Cancels the round that is played. */
  cancel: () => void
  /** Called when the round begins to wait for others: it goes on without its client. */
  onWait: () => void
  /** Whether the round goes on without its client. */
  isLetGo: () => boolean
}

/** One round of a kept call, and the time before it in which the call waits for its client. */
export class CallWork implements Work<CallEvent> {
  readonly journal: StreamJournal
  readonly runStep: RunStep
  /** Makes sure of the lease before an effect that is not a step. */
  readonly confirm: () => Promise<void>
  /** What the round has recorded so far, from when it is played. */
  round: RoundJournal | undefined
  /** Resolves to the reply that this node has stored, or to `undefined` if it stops before. */
  readonly stored: Promise<Reply | undefined>
  readonly #driven: Driven<KeptCall, CallEvent>
  readonly #options: CallWorkOptions
  /** Undefined while the call rests. */
  #playing: Promise<void> | undefined
  /** How far the round came, until that is stored. */
  #played: Played | undefined
  /** How much of what came from others the run has. */
  #heard = 0
  /** The keys of the questions that are open in the store. */
  #indexed: readonly string[]
  readonly #settle: (stored: Reply | undefined) => void

  constructor(driven: Driven<KeptCall, CallEvent>, options: CallWorkOptions) {
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>()
    const { recording, register, indexed } = driven.state
    this.#driven = driven
    this.#options = options
    this.#indexed = indexed
    this.stored = promise
    this.#settle = resolve
    this.runStep = driven.runStep
    this.confirm = driven.confirm
    this.journal = new StreamJournal(driven, recording, register, (next) => ({ register: { ...next } }))
    this.reconcile()
  }

  get run(): RunChange {
    const { recording } = this.#driven.state
    const event = this.#played && toPlayedEvent(this.#played, 0)
    if (event?.type !== 'reply') return this.journal.run
    return toRunChange(event, this.journal.progress ?? recording.progress)
  }

  get isPlaying(): boolean {
    return this.#playing !== undefined
  }

  get waits(): boolean {
    return this.#playing === undefined && !this.#isDue
  }

  get wakeAt(): number | undefined {
    return this.#playing === undefined ? nextAt(this.#driven.state) : undefined
  }

  get #isDue(): boolean {
    return this.wakeAt !== undefined && this.wakeAt <= this.#driven.now()
  }

  async #play(): Promise<void> {
    this.#heard = this.#driven.state.outside.length
    try {
      this.#played = await this.#options.play(this)
      if ('waitsFor' in this.#played) this.#options.onWait()
      this.#driven.ring()
    } catch (error) {
      if (isDivergence(error)) this.#driven.block(error)
      else if (error instanceof RecordSizeError) this.tooLarge(error)
      else this.#driven.stop(error)
    }
  }

  /** Hands what others have sent meanwhile to the task as which the call goes on. */
  async #handOn(played: Extract<Played, { toTask?: ToTask }>): Promise<void> {
    const { outside } = this.#driven.state
    this.#played = undefined
    try {
      await played.toTask!(outside)
      this.#heard = outside.length
      this.#played = played
      this.#driven.ring()
    } catch (error) {
      this.#driven.stop(error)
    }
  }

  /** Plays a round that has begun, or goes on with one that waits when something has arrived or is due. */
  reconcile(): void {
    const { state } = this.#driven
    if (state.isCancelled) this.#options.cancel()
    if (this.#playing !== undefined || !this.#isDue) return
    const round = openRound(state)
    if (round === undefined) return
    // A request has closed the questions to its client.
    if (!round.isUnattended) this.#indexed = this.#indexed.filter((key) => !key.startsWith(OWN))
    this.#playing = this.#play()
  }

  take(): { append?: DriverAppend<CallEvent>; isLast?: boolean } {
    const now = this.#driven.now()
    const { state } = this.#driven
    if (this.#playing === undefined) {
      // A round that waits and has become due just now is for `reconcile`.
      if (!this.#isDue || openRound(state) !== undefined) return {}
      // A request that came meanwhile begins the round.
      return {
        append: { events: [toUnattended(state, now)], head: state.head, expiresAt: this.#options.expiresAt() },
      }
    }
    if (this.#played === undefined) return {}
    if ('toTask' in this.#played && state.outside.length > this.#heard) {
      this.#playing = this.#handOn(this.#played)
      return {}
    }
    const questions = questionsOf(this.#played)
    const event = toPlayedEvent(this.#played, now, this.#heard)
    const append = {
      events: [event],
      // A cancel that came meanwhile is seen before the call is released.
      head: state.head,
      expiresAt: toExpiry(event, questions, {
        entries: this.round?.read()?.entries ?? [],
        isLetGo: this.#options.isLetGo(),
        ttl: this.#options.ttl,
      }),
      ...toIndexChange(this.#indexed, questions),
    }
    if (event.type === 'waits') return { append }
    return { append: { ...append, dueAt: nextAt(reduceCall(state, event)) ?? null }, isLast: true }
  }

  /** What it said is said again after the log was read. */
  putBack(): void {}

  tooLarge({ message }: RecordSizeError): void {
    this.#played = { error: { code: ErrorCode.internal, message } }
    this.#driven.ring()
  }

  async appended(): Promise<void> {
    const played = this.#played
    if (played !== undefined && !('waitsFor' in played)) return this.#settle(played)
    if (played !== undefined) {
      this.#indexed = keysOf(played.questions)
      this.#played = this.#playing = undefined
    }
    this.#driven.ring()
  }

  async leave(): Promise<void> {
    await this.#playing
    this.#settle(undefined)
  }
}

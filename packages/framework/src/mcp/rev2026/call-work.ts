import { type Driven, type DriverAppend, isDivergence, type Work } from '../../log/machine.ts'
import type { RunChange } from '../../log/run-index.ts'
import { Drained } from '../../tools/drain.ts'
import { RecordSizeError } from '../../tools/errors.ts'
import {
  createMemoryJournal,
  type Entry,
  type JournalWrite,
  type MemoryJournal,
  type Recording,
} from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import { ErrorCode } from '../core/errors.ts'
import {
  type CallEvent,
  type CallRegister,
  type KeptCall,
  type Played,
  type Reply,
  type ReplyEvent,
  toReplyEvent,
  toRunChange,
  type Waiting,
} from './kept-call.ts'
import { QuestionIndex } from './question-index.ts'
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
    const hasOnce = write.entries.some(({ type }) => type === 'started')
    if (hasOnce) this.#onOnce?.()
    const keep =
      this.#work === undefined && (this.#keepsAll || write.entries.some(this.#isReason)) ? this.#keep : undefined
    if (keep?.closing.aborted) {
      // Recorded without the start, so that the next server runs the step.
      this.#memory.append(revision, { ...write, entries: write.entries.filter((entry) => !isStart(entry)) })
      throw new Drained('the server is shutting down; the run goes on elsewhere')
    }
    this.#memory.append(revision, write)
    if (this.#work !== undefined) return this.#work.journal.append(revision, write)
    // The stream is created with what was recorded before.
    if (this.#keeping !== undefined) return this.#keeping.then(() => this.#work!.journal.append(revision, write))
    return keep && this.#move(keep)
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

/** Milliseconds for which the final reply to a call with a key is kept, for a client that lost it. */
const REPLY_TTL = 600_000

/** A call that can go on, or that ran a `once` step, is kept as long as a state is valid. */
export const toLifetime = ({ next }: ReplyEvent, entries: readonly Entry[], ttl: number): number =>
  next !== undefined || entries.some(isStart) ? ttl : Math.min(ttl, REPLY_TTL)

const isStart = ({ type }: Entry): boolean => type === 'started'

/** A signal may arrive as soon as its URL is known. */
const isSignalUrl = (entry: Entry): boolean => entry.type === 'value' && entry.kind === 'signalUrl'

export interface CallWorkOptions {
  /** Milliseconds for which a reply is kept. */
  ttl: number
  /** Milliseconds for which a call that waits for others is kept when their questions do not expire. */
  waitTtl: number
  /** Plays the round, or returns the round that runs already. */
  play: (work: CallWork) => Promise<Played>
  /** Cancels the round that is played. */
  cancel: () => void
  /** Called when the round begins to wait for others: it goes on without its client. */
  onWait: () => void
  /** Called when the store knows that the round waits. */
  onWaitStored: () => void
}

/** One round of a kept call. */
export class CallWork implements Work<CallEvent> {
  readonly journal: StreamJournal
  readonly runStep: RunStep
  /** What the round has recorded so far, from when it is played. */
  round: RoundJournal | undefined
  /** Resolves to whether the reply was stored by this node. */
  readonly isStored: Promise<boolean>
  readonly #driven: Driven<KeptCall, CallEvent>
  readonly #options: CallWorkOptions
  #playing: Promise<void>
  #reply: Reply | undefined
  #waiting: Waiting | undefined
  /** Whether the store knows that the round waits. */
  #isWaitStored = true
  /** How much of what came from others the run has. */
  #heard = 0
  readonly #index: QuestionIndex
  readonly #settle: (isStored: boolean) => void

  constructor(driven: Driven<KeptCall, CallEvent>, options: CallWorkOptions) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const { recording, register, indexed } = driven.state
    this.#driven = driven
    this.#options = options
    this.#index = new QuestionIndex(indexed)
    this.isStored = promise
    this.#settle = resolve
    this.runStep = driven.runStep
    this.journal = new StreamJournal(driven, recording, register, (next) => ({ register: { ...next } }))
    this.#playing = this.#play()
  }

  get run(): RunChange {
    const { recording } = this.#driven.state
    if (this.#reply === undefined) return this.journal.run
    return toRunChange(toReplyEvent(this.#reply, 0), this.journal.progress ?? recording.progress)
  }

  get waits(): boolean {
    return this.#waiting !== undefined && this.#isWaitStored && this.#received === this.#heard
  }

  get wakeAt(): number | undefined {
    return this.#waiting?.wakeAt
  }

  get #received(): number {
    const { received, signals } = this.#driven.state
    return received.length + signals.length
  }

  async #play(): Promise<void> {
    this.#waiting = undefined
    this.#heard = this.#received
    try {
      const played = await this.#options.play(this)
      if ('waitsFor' in played) {
        this.#waiting = played
        this.#isWaitStored = false
        this.#options.onWait()
      } else this.#reply = played
      this.#driven.ring()
    } catch (error) {
      if (isDivergence(error)) this.#driven.block(error)
      else if (error instanceof RecordSizeError) this.tooLarge(error)
      else this.#driven.stop(error)
    }
  }

  /** Goes on with a round that waits when something has arrived, or is due. */
  reconcile(): void {
    if (this.#driven.state.isCancelled) this.#options.cancel()
    if (this.#waiting === undefined || !this.#isWaitStored) return
    const isDue = this.#waiting.wakeAt !== undefined && this.#waiting.wakeAt <= this.#driven.now()
    if (isDue || this.#received > this.#heard || this.#driven.state.isCancelled) this.#playing = this.#play()
  }

  take(): { append?: DriverAppend<CallEvent>; isLast?: boolean } {
    const now = this.#driven.now()
    if (this.#waiting !== undefined && !this.#isWaitStored) {
      this.#isWaitStored = true
      const { waitsFor, questions } = this.#waiting
      const until = Math.max(...questions.map(({ expiresAt = now + this.#options.waitTtl }) => expiresAt), now)
      const register: CallRegister = { ...this.journal.register!, waitsFor }
      return {
        append: {
          events: [],
          // A register is JSON.
          register: register as unknown as { [key: string]: Json },
          expiresAt: until + this.#options.ttl,
          isQuiet: true,
          ...this.#index.change(questions),
        },
      }
    }
    if (this.#reply === undefined) return {}
    const reply = toReplyEvent(this.#reply, now)
    const { waitsFor, ...register } = this.journal.register as CallRegister
    const append: DriverAppend<CallEvent> = {
      events: [reply],
      expiresAt: now + toLifetime(reply, this.round?.read()?.entries ?? [], this.#options.ttl),
      ...this.#index.change(('questions' in this.#reply && this.#reply.questions) || []),
      ...(waitsFor !== undefined && { register: register as unknown as { [key: string]: Json } }),
    }
    return { append, isLast: true }
  }

  tooLarge({ message }: RecordSizeError): void {
    this.#reply = { error: { code: ErrorCode.internal, message } }
    this.#driven.ring()
  }

  async appended(): Promise<void> {
    if (this.#reply !== undefined) return this.#settle(true)
    this.#options.onWaitStored()
    // Something may have arrived before the store knew that the round waits.
    this.#driven.ring()
  }

  async leave(): Promise<void> {
    await this.#playing
    this.#settle(false)
  }
}

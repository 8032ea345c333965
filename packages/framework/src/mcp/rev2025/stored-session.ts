import type { Store } from '../../log/log.ts'
import { type Driven, isLoss, type Work } from '../../log/machine.ts'
import { ownerOf, type RunStreams } from '../../log/run-journal.ts'
import { Drained } from '../../tools/drain.ts'
import type { Json } from '../../tools/json.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import type { Message } from './message.ts'
import { type EndedCall, findEnded, isOpen, type Restored, type SessionEvent } from './restore.ts'

/** The kind of the streams of sessions. */
export const KIND = 'session'

/** Messages that form a session, such as subscriptions. */
const MAX_MESSAGES = 2_000

export interface StoredSessionOptions {
  store: Store
  /** Milliseconds after which an idle session ends. */
  idle: number
  onError: (error: unknown) => void
}

/** When a session that was just used may be collected. */
export const expiryOf = ({ idle }: Pick<StoredSessionOptions, 'idle'>): number => Date.now() + 2 * idle

/** What was loaded of a session, until the request that restores it takes it. */
export interface Loaded {
  restored?: Restored
}

/** A session that this process drives: for the requests of its client, until it ends or is left. */
export class StoredSession implements Work<SessionEvent> {
  /** The runs of its calls. */
  readonly runs: RunStreams
  /** Makes sure of the lease before each step of a stored call. */
  readonly runStep: NonNullable<RunOptions['runStep']>
  /** Above the number of every stream of an earlier process. */
  readonly base: number
  /** Milliseconds for which it outlives its process. */
  readonly lifetime: number
  readonly wakeAt = undefined
  readonly #driven: Driven<Loaded, SessionEvent>
  readonly #options: StoredSessionOptions
  /** Whether an earlier process has served it. */
  readonly #isRestored: boolean
  /** The runs that this process stores or goes on with. */
  readonly #held: Set<string>
  #messages = 0
  /** When its expiry was last written; one that was taken over is extended with its first request. */
  #extendedAt = 0
  #leave: (() => Promise<void>) | undefined

  constructor(driven: Driven<Loaded, SessionEvent>, options: StoredSessionOptions) {
    this.runs = driven.runs
    this.runStep = driven.runStep
    this.base = driven.fence * 1_000_000
    this.lifetime = 2 * options.idle
    this.#driven = driven
    this.#options = options
    this.#isRestored = driven.state.restored !== undefined
    this.#held = new Set(driven.state.restored?.calls.map(({ runId }) => runId))
  }

  /** A session that no request serves is released. */
  get waits(): boolean {
    return this.#leave === undefined
  }

  /** Its client reaches it by requests, not through the log. */
  reconcile(): void {}

  take(): Record<string, never> {
    return {}
  }

  async leave(): Promise<void> {
    await this.#leave?.().catch(this.#options.onError)
  }

  /** Serves it from now on. `leave` is called when this process leaves the session. */
  serve(leave: () => Promise<void>): void {
    this.#leave = leave
  }

  /** Returns what an earlier process has stored, once: it may be large. */
  takeRestored(): Restored {
    const restored = this.#driven.state.restored!
    delete this.#driven.state.restored
    return restored
  }

  /** Throws a `Drained` when this process has left the session. */
  requireHere(): void {
    if (this.#driven.leaving.aborted) throw new Drained('this process no longer serves the session; try again')
  }

  /** Stores what a message changes for the rest of the session. */
  async remember(message: Message): Promise<void> {
    if (++this.#messages < MAX_MESSAGES) await this.append({ type: 'message', message: message as Json })
  }

  /** Reports a failure, and rejects with it. */
  async append(...events: SessionEvent[]): Promise<void> {
    this.#extendedAt = Date.now()
    try {
      await this.#driven.write({ events, expiresAt: expiryOf(this.#options), isQuiet: true })
    } catch (error) {
      // It is stored, and the next process goes on with it.
      if (error instanceof Drained) return
      if (!this.isLost(error)) this.#options.onError(error)
      throw error
    }
  }

  /** Keeps the session while it is used. Written now and then, not with each request. */
  extend(): void {
    if (Date.now() - this.#extendedAt >= this.#options.idle / 2) this.append().catch(() => {})
  }

  /** Whether an error says that another process serves the session. This one leaves it then. */
  isLost(error: unknown): boolean {
    if (!isLoss(error)) return false
    this.#driven.stop(error)
    return true
  }

  /** Leaves the session to the process that the next request of its client reaches, which may be this one. */
  stop(): void {
    this.#driven.stop()
  }

  /** Stores a run and its call by `store`. */
  async hold(runId: string, store: () => Promise<void>): Promise<void> {
    this.#held.add(runId)
    try {
      await store()
    } catch (error) {
      this.#held.delete(runId)
      throw error
    }
  }

  /**
   * Whether a run is stored already, under any session. One of this session is deleted if no call goes on with it: a process has died,
   * or the store has failed, before the call was stored, or before the run of a call that had ended was deleted.
   */
  async isKept(runId: string): Promise<boolean> {
    const { store } = this.#options
    const { id, fence } = this.#driven
    const log = store.log('run')
    const run = await log.get(runId)
    if (run === undefined) return false
    const owner = ownerOf(run)
    if (owner?.kind !== KIND || owner.id !== id || this.#held.has(runId)) return true
    if (isOpen(await store.log<SessionEvent>(KIND).read(id, 0), runId)) return true
    // Refused if another process drives the session by now and has stored the same run.
    await log.open(runId, fence)
    await log.delete(runId, { fence })
    return false
  }

  /** Returns a call that an earlier process ended, by its run. */
  async findEnded(runId: string): Promise<EndedCall | undefined> {
    if (!this.#isRestored) return undefined
    return findEnded(await this.#options.store.log<SessionEvent>(KIND).read(this.#driven.id, 0), runId)
  }

  /** Deletes a run that is over. One that stays is deleted with the session. */
  async forget(runId: string): Promise<void> {
    await this.runs.delete(runId).catch(this.#options.onError)
    this.#held.delete(runId)
  }

  /** Deletes the session, which has ended. Until then it does not wait, so no other request takes it. */
  async end(): Promise<void> {
    this.#leave = async () => {}
    try {
      await this.#options.store.log(KIND).delete(this.#driven.id, { withRuns: true })
    } finally {
      this.stop()
    }
  }
}

/**
 * Drives one session, as the only one who does: what its fence says.
 *
 * - D1 What it does follows from the state of the log, never from how it came to be: a driver that takes over does the same.
 * - D2 What is said is in the log in the order in which it was said; pieces of a text are joined, nothing else is.
 * - D3 It stops when its fence is not the last any more, and leaves everything as it is in the journals.
 * - D4 A session is let go only when the log ends where the driver thinks: no command is overlooked.
 * - D5 A run begins only while the fence is the last: what was done and forgotten by others is not done again.
 */
import { type BudgetLimits, createBudget, withBudget } from '../models/budget.ts'
import { priceOf } from '../models/known-models.ts'
import { Drain, Drained } from '../tools/drain.ts'
import { JournalConflictError } from '../tools/errors.ts'
import type { RunStore } from '../tools/run-store.ts'
import { addUsage, noUsage, type Usage } from '../tools/usage.ts'
import { fenceJournal } from './fence-journal.ts'
import { forgetTurn } from './forget.ts'
import { gatherTime } from './gather-time.ts'
import type { SessionHost } from './host.ts'
import { LiveTurn } from './live-turn.ts'
import { catchUp, keepState } from './load-state.ts'
import { Outbox } from './outbox.ts'
import type { Patch } from './patch.ts'
import { isSaid, reduce } from './reduce.ts'
import { FenceError, LogConflictError, SessionGoneError, type SessionLog } from './session-log.ts'
import type { ChatState } from './state.ts'

export interface DriverOptions extends Omit<SessionHost, 'state' | 'say' | 'ring' | 'journal' | 'closing'> {
  log: SessionLog<Patch>
  runs: RunStore
  fence: number
  state: ChatState
  /** The model of a turn whose messages name none. */
  defaultModel: string
  /** What the session may use in all. */
  budget?: BudgetLimits | undefined
  /** Milliseconds that a session which waits stays in memory. */
  idle: number
  onError: (error: unknown) => void
}

export class SessionDriver {
  /** Comes when the session is not driven here any more: because nothing was left to do, or for another reason. */
  readonly done: Promise<'settled' | 'left'>
  readonly #options: DriverOptions
  readonly #outbox = new Outbox()
  readonly #drain = new Drain()
  readonly #host: SessionHost
  #state: ChatState
  #keptAt: number
  #live: LiveTurn | undefined
  #over: number[] = []
  #stopped: { error?: unknown } | undefined
  #rang = false
  #wake = () => {}
  #gather: ReturnType<typeof setTimeout> | undefined
  #appendTime = 0

  constructor(options: DriverOptions) {
    this.#options = options
    this.#state = options.state
    this.#keptAt = options.state.lsn
    // Whoever drove the last turn to its end may have died before its runs were removed.
    if (options.state.turn === undefined && options.state.turns > 0) this.#over.push(options.state.turns)
    this.#host = this.#createHost()
    this.done = this.#drive()
  }

  /** Lets go of it, as soon as what is being written is written. */
  stop(error?: unknown): void {
    this.#stopped ??= { error }
    this.#ring()
  }

  #createHost(): SessionHost {
    const driver = this
    const { model, budget } = this.#options
    const shared = budget && createBudget(budget, usedBy(this.#state))
    return {
      ...this.#options,
      model: async (id) => {
        const found = await model(id)
        return shared === undefined ? found : withBudget(found, shared, priceOf(id))
      },
      get state() {
        return driver.#state
      },
      say: (patch) => this.#say(patch),
      ring: () => this.#ring(),
      journal: (runId) => this.#drain.over(fenceJournal({ ...this.#options, state: this.#state }, runId)),
      closing: this.#drain.signal,
    }
  }

  get fence(): number {
    return this.#options.fence
  }

  /** How far it has read. */
  get lsn(): number {
    return this.#state.lsn
  }

  async #drive(): Promise<'settled' | 'left'> {
    const { log, sessionId, runs, onError } = this.#options
    const unwatch = log.watch(sessionId, () => this.#ring())
    let isGone = false
    try {
      while (this.#stopped === undefined) {
        this.#rang = false
        this.#state = await catchUp(log, sessionId, this.#state)
        await this.#forget()
        this.#reconcile()
        await this.#flush()
        if (!this.#rang && (await this.#rest()) === 'settled') return 'settled'
      }
      if (this.#stopped.error !== undefined) throw this.#stopped.error
    } catch (error) {
      if (!isLoss(error)) onError(error)
      isGone = error instanceof SessionGoneError
    } finally {
      unwatch()
      clearTimeout(this.#gather)
      await this.#leave()
    }
    // The journals are what the next driver goes on from, unless there is none.
    if (isGone) await forgetTurn(runs, this.#state, this.#state.turns)
    return 'left'
  }

  /** What waits is let go at once, and what runs at its next write. */
  async #leave(): Promise<void> {
    this.#drain.begin()
    const live = this.#live
    live?.leave()
    await live?.ended.catch(() => {})
  }

  /** Begins what the state asks for, and hands on what it brings. */
  #reconcile(): void {
    const { turn } = this.#state
    if (turn === undefined) return this.#startTurn()
    if (this.#over.includes(turn.turn)) return
    if (this.#live?.turn !== turn.turn) {
      const live = new LiveTurn(this.#host, turn)
      this.#live = live
      live.ended.then(
        (ended) => this.#endTurn(live, ended),
        (error) => this.#failTurn(live, error),
      )
    }
    if (turn.aborting) this.#live.cancel()
    else this.#live.sync()
  }

  #startTurn(): void {
    const queued = this.#state.messages.filter(({ status }) => status === 'queued')
    if (queued.length === 0) return
    const turn = this.#state.turns + 1
    const chosen = queued.findLast(({ model }) => model !== undefined)?.model
    const model = chosen ?? this.#state.model ?? this.#options.defaultModel
    this.#outbox.add({ type: 'turn_start', turn, messageIds: queued.map(({ messageId }) => messageId), model })
    this.#ring()
  }

  #endTurn({ turn }: LiveTurn, ended: Awaited<LiveTurn['ended']>): void {
    const { usage } = ended
    if (ended.type === 'completed') return this.#close(turn, ended.value as 'complete' | 'step_limit', usage)
    if (ended.type === 'cancelled') {
      this.#outbox.add({ type: 'abort_complete', turn })
      return this.#close(turn, 'aborted', usage)
    }
    const { code, message } = toProblem(ended.error)
    this.#outbox.add({ type: 'error', code, message, turn })
    this.#close(turn, 'failed', usage)
  }

  /** It could not be run here: because another node runs it, because the node goes down, or because its code has changed. */
  #failTurn({ turn }: LiveTurn, error: unknown): void {
    if (isLoss(error)) return this.stop(error)
    const { code, message } = toProblem(error)
    if (code !== 'DivergenceError' && code !== 'VersionError') return this.stop(error)
    this.#outbox.add({ type: 'error', code, message, turn })
    this.#close(turn, 'failed', noUsage)
  }

  #close(turn: number, reason: 'complete' | 'step_limit' | 'aborted' | 'failed', usage: Usage): void {
    this.#over.push(turn)
    this.#live = undefined
    this.#outbox.add({ type: 'usage', turn, usage })
    this.#outbox.add({ type: 'turn_end', turn, reason })
    this.#ring()
  }

  #say(patch: Patch): void {
    // Of what is being stopped only the end is told.
    if (this.#state.turn?.aborting || isSaid(this.#state, patch)) return
    this.#outbox.add(patch)
    if (this.#outbox.isUrgent) this.#ring()
    else this.#gather ??= setTimeout(() => this.#gathered(), gatherTime(this.#appendTime))
  }

  #gathered(): void {
    this.#gather = undefined
    this.#ring()
  }

  async #flush(): Promise<void> {
    // Its own append rings too: what is being gathered waits all the same.
    if (this.#gather !== undefined && !this.#outbox.isUrgent) return
    clearTimeout(this.#gather)
    this.#gather = undefined
    const events = this.#outbox.take()
    if (events.length === 0) return
    const { log, sessionId, fence } = this.#options
    const start = performance.now()
    const { lsn } = await log.append(sessionId, { events, fence })
    this.#appendTime = performance.now() - start
    // Unless somebody else's came between, there is nothing to read.
    const first = lsn - events.length + 1
    if (first === this.#state.lsn + 1) {
      this.#state = events.reduce((state, event, index) => reduce(state, event, first + index), this.#state)
    }
    this.#keptAt = await keepState(log, sessionId, this.#state, this.#keptAt)
  }

  /** Before the next turn begins, so that at most the runs of the last are ever left behind. */
  async #forget(): Promise<void> {
    if (this.#over.length === 0 || this.#state.turn !== undefined) return
    for (const turn of this.#over.splice(0)) await forgetTurn(this.#options.runs, this.#state, turn)
  }

  /** Waits until something happens. A session in which nothing does is let go. */
  async #rest(): Promise<'called' | 'settled'> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      resolve()
    }, this.#options.idle)
    await promise
    clearTimeout(timer)
    // A run comes to rest without a sound.
    if (timedOut) this.#reconcile()
    const isQuiet = this.#outbox.isEmpty && (this.#live === undefined || this.#live.waits)
    return timedOut && isQuiet ? this.#settle() : 'called'
  }

  async #settle(): Promise<'called' | 'settled'> {
    const { log, sessionId, fence } = this.#options
    try {
      const dueAt = this.#live?.wakeAt ?? null
      await log.append(sessionId, { events: [], head: this.#state.lsn, fence, dueAt })
      return 'settled'
    } catch (error) {
      if (error instanceof LogConflictError) return 'called'
      throw error
    }
  }

  #ring(): void {
    this.#rang = true
    this.#wake()
  }
}

/** Somebody else goes on with the session, or nobody has to. */
const isLoss = (error: unknown): boolean =>
  error instanceof FenceError ||
  error instanceof SessionGoneError ||
  error instanceof JournalConflictError ||
  error instanceof Drained

/** What the session has used, with what the turn that runs has: that is added up when it ends. */
const usedBy = ({ usage, turn, messages }: ChatState): Usage =>
  messages.reduce(
    (sum, message) => (message.turn === turn?.turn ? addUsage(sum, message.usage ?? noUsage) : sum),
    usage,
  )

function toProblem(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'Error', message: String(error) }
  const { failure } = error as { failure?: { code?: unknown } }
  return { code: typeof failure?.code === 'string' ? failure.code : error.name, message: error.message }
}

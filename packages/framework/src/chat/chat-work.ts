import { type Driven, type DriverAppend, isDivergence, type Machine, type Work } from '../log/machine.ts'
import type { NewQuestion } from '../log/questions.ts'
import type { States } from '../log/states.ts'
import { type BudgetLimits, createBudget, withBudget } from '../models/budget.ts'
import { priceOf } from '../models/find-model.ts'
import type { RecordSizeError } from '../tools/errors.ts'
import { addUsage, noUsage, type Usage } from '../tools/usage.ts'
import { toAbout } from './about.ts'
import { toProblem } from './call-outcome.ts'
import type { ChatDriven } from './chat-driven.ts'
import { toIndexed, toQuestionChanges } from './chat-questions.ts'
import { Outbox } from './outbox.ts'
import type { Patch, TurnEndPatch } from './patch.ts'
import { isSaid, reduce } from './reduce.ts'
import { asksPeople, isStopping, isViewCall } from './reduce-calls.ts'
import type { ChatState } from './state.ts'
import { TitleWork } from './title-work.ts'
import { toSmaller } from './too-large.ts'
import { deleteRuns, lastAsked, TurnWork } from './turn-work.ts'
import { ViewCalls } from './view-calls.ts'

type Offered =
  | 'tools'
  | 'model'
  | 'systemPrompt'
  | 'stepLimit'
  | 'now'
  | 'onError'
  | 'isDurable'
  | 'signalUrl'
  | 'onVersionChange'

export interface ChatMachineOptions extends Pick<ChatDriven, Offered> {
  states: States<ChatState, Patch>
  /** Returns the model of a turn whose messages name none. */
  defaultModel: () => string
  /** What one session may use in all. */
  budget?: BudgetLimits | undefined
  /** Whether the model of a session gives it a title. */
  titles?: boolean | undefined
  /** Milliseconds that a session which waits stays in memory. */
  idle: number
}

/** How chats are driven. */
export const createChatMachine = (options: ChatMachineOptions): Machine<ChatState, Patch> => ({
  kind: 'chat',
  idle: options.idle,
  now: options.now,
  async load({ id }) {
    const state = await options.states.load(id)
    return { state, lsn: state.lsn }
  },
  reduce,
  begin: (driven) => new ChatWork(options, driven),
  onError: options.onError,
})

/** A turn that its code cannot go on with fails after this many milliseconds. */
const BLOCKED_FOR = 7 * 86_400_000

/** Nothing that a list shows: the next append tells it. */
const UNTOLD = ''

/** The turns of a chat. */
class ChatWork implements Work<Patch> {
  readonly #options: ChatMachineOptions
  readonly #driven: Driven<ChatState, Patch>
  readonly #outbox: Outbox
  /** The questions of the patches in the outbox, by their keys in the index. */
  readonly #asked = new Map<string, NewQuestion>()
  readonly #chat: ChatDriven
  #keptAt: number
  readonly #title: TitleWork | undefined
  /** What this driver stored last for the list of sessions, as JSON. */
  #told = UNTOLD
  #current: TurnWork | undefined
  readonly #views: ViewCalls
  /** Turns that have ended and whose runs are not deleted yet. */
  #over: number[] = []
  #isResumed = false

  constructor(options: ChatMachineOptions, driven: Driven<ChatState, Patch>) {
    this.#options = options
    this.#driven = driven
    this.#outbox = new Outbox(driven)
    const { state } = driven
    this.#keptAt = state.lsn
    // The driver that ended the last turn may have died before it deleted the turn's runs.
    if (state.turn === undefined && state.turns > 0) this.#over.push(state.turns)
    this.#chat = this.#createChat()
    this.#views = new ViewCalls(this.#chat, options.defaultModel)
    if (options.titles) this.#title = new TitleWork(this.#chat, (patch) => this.#say(patch))
  }

  get #state(): ChatState {
    return this.#driven.state
  }

  get waits(): boolean {
    return this.#outbox.isEmpty && this.#works.every((work) => work.waits) && (this.#title?.waits ?? true)
  }

  get wakeAt(): number | undefined {
    const times = this.#works.flatMap(({ wakeAt }) => wakeAt ?? [])
    return times.length === 0 ? undefined : Math.min(...times)
  }

  async leave(): Promise<void> {
    this.#outbox.stop()
    await Promise.all([this.#title?.ended, ...this.#works.map((work) => work.leave())])
  }

  async gone(): Promise<void> {
    await deleteRuns(this.#driven, this.#state.turns)
    await this.#views.gone()
  }

  get #works(): TurnWork[] {
    return [...(this.#current === undefined ? [] : [this.#current]), ...this.#views.works]
  }

  /** Deletes the runs of ended turns before the next turn begins, so that at most those of the last one are left behind. */
  async tidy(): Promise<void> {
    await this.#views.tidy()
    if (this.#over.length === 0 || this.#state.turn !== undefined) return
    for (const turn of this.#over.splice(0)) await deleteRuns(this.#driven, turn)
  }

  reconcile(): void {
    this.#views.reconcile()
    this.#title?.reconcile()
    const { turn } = this.#state
    if (turn === undefined) return this.#startTurn()
    if (this.#over.includes(turn.turn)) return
    if (this.#current?.turn !== turn.turn) {
      const current = new TurnWork(this.#chat, turn)
      this.#current = current
      current.ended.then(
        (ended) => this.#endTurn(current, ended),
        (error) => this.#failTurn(current, error),
      )
    }
    if (turn.aborting) this.#current.cancel()
    else this.#current.sync()
    if (turn.blocked && this.#current.waits) this.#resume(turn.turn)
  }

  blocked(): { events: Patch[] } | undefined {
    const { turn } = this.#state
    return turn === undefined || turn.blocked ? undefined : { events: [{ type: 'turn_blocked', turn: turn.turn }] }
  }

  take(): { append?: DriverAppend<Patch> } {
    const said = this.#outbox.take()
    if (said === undefined) return {}
    const before = this.#state
    const after = said.reduce((state, event) => reduce(state, event, state.lsn + 1), before)
    const events = this.#waitsForPeople(after)
      ? [...said, { type: 'turn_wait' as const, turn: after.turn!.turn }]
      : said
    if (events.length === 0) return {}
    const questions = toQuestionChanges(before, after, events, this.#asked.size === 0 ? undefined : this.#asked)
    const about = toAbout(after)
    const told = JSON.stringify(about)
    // A command has told what its answer changed.
    const isNews = told !== this.#told || told !== JSON.stringify(toAbout(before))
    this.#told = told
    const append = { events, ...(questions && { questions }), ...(isNews && { about }) }
    // Only at the end of the log: a command may have closed the call that asks, or have answered, or have changed the title.
    const isLast = questions?.opens !== undefined || events !== said || isNews
    return { append: isLast ? { ...append, head: before.lsn } : append }
  }

  /** Whether the state is to say that the turn waits. */
  #waitsForPeople(state: ChatState): boolean {
    const { turn } = state
    if (turn === undefined || turn.waits || turn.aborting || turn.blocked) return false
    return this.#current?.turn === turn.turn && this.#current.waits && asksPeople(state)
  }

  putBack(events: readonly Patch[]): void {
    this.#told = UNTOLD
    this.#outbox.putBack(events.filter(({ type }) => type !== 'turn_wait'))
  }

  tooLarge(error: RecordSizeError, events: readonly Patch[]): void {
    this.#told = UNTOLD
    const patches = events.filter(({ type }) => type !== 'turn_wait')
    if (patches.length > 1) return this.#outbox.putBack(patches, Math.ceil(patches.length / 2))
    this.#outbox.putBack(
      patches.flatMap((patch) => this.#toSmaller(patch, error)),
      1,
    )
  }

  /** Returns what is said instead of a patch that is too large alone. */
  #toSmaller(patch: Patch, error: RecordSizeError): Patch[] {
    if (patch.type === 'elicit' || patch.type === 'elicit_wait') {
      for (const work of this.#works) work.refuse(patch, error)
      return []
    }
    const smaller = toSmaller(this.#state, patch, error)
    if (smaller[0]?.type === 'error') {
      this.#current?.fail()
      this.#outbox.change((later) => (later.type === 'turn_end' ? { ...later, reason: 'failed' } : later))
    }
    return smaller
  }

  async appended(): Promise<void> {
    if (this.#outbox.isEmpty) this.#asked.clear()
    this.#outbox.appended()
    this.#keptAt = await this.#options.states.keep(this.#driven.id, this.#state, this.#keptAt)
  }

  #createChat(): ChatDriven {
    const driven = this.#driven
    const { model, budget } = this.#options
    const shared = budget && createBudget(budget, usedBy(this.#state))
    return {
      ...this.#options,
      ...driven,
      model: async (id) => {
        const found = await model(id)
        return shared === undefined ? found : withBudget(found, shared, priceOf(id))
      },
      get state() {
        return driven.state
      },
      get blockedSince() {
        return driven.blockedSince
      },
      say: (patch) => this.#say(patch),
      ask: (patch, effect) => {
        const question = toIndexed(patch, effect, driven.principal)
        this.#asked.set(question.key, question)
        this.#say(patch)
      },
    }
  }

  #startTurn(): void {
    const { messages, requested = false, turns } = this.#state
    const queued = requested ? [] : messages.filter(({ status }) => status === 'queued')
    if (!requested && queued.length === 0) return
    const asked = requested ? lastAsked(messages) : queued
    const chosen = asked.findLast(({ model }) => model !== undefined)?.model
    const model = chosen ?? this.#state.model ?? this.#options.defaultModel()
    const messageIds = queued.map(({ messageId }) => messageId)
    this.#outbox.add({ type: 'turn_start', turn: turns + 1, messageIds, model })
  }

  #endTurn({ turn, hasFailed }: TurnWork, ended: Awaited<TurnWork['ended']>): void {
    const { usage } = ended
    if (hasFailed) return this.#close(turn, 'failed', usage)
    if (ended.type === 'completed') return this.#close(turn, ended.value as TurnEndPatch['reason'], usage)
    if (ended.type === 'cancelled') this.#close(turn, 'aborted', usage, { type: 'abort_complete', turn })
    else this.#close(turn, 'failed', usage, { type: 'error', ...toProblem(ended.error), turn })
  }

  /** The turn could not be run here: another node runs it, the node is shutting down, or its code has changed. */
  #failTurn({ turn }: TurnWork, error: unknown): void {
    if (!isDivergence(error)) return this.#driven.stop(error)
    const { blockedSince, now } = this.#driven
    if (this.#state.turn?.aborting) {
      this.#options.onError(error)
      return this.#close(turn, 'aborted', noUsage, { type: 'abort_complete', turn })
    }
    if (blockedSince === undefined || now() - blockedSince < BLOCKED_FOR) return this.#driven.block(error)
    this.#close(turn, 'failed', noUsage, { type: 'error', ...toProblem(error), turn })
  }

  #close(turn: number, reason: TurnEndPatch['reason'], usage: Usage, why?: Patch): void {
    this.#over.push(turn)
    this.#current = undefined
    if (why !== undefined) this.#outbox.add(why)
    this.#outbox.add({ type: 'usage', turn, usage })
    this.#outbox.add({ type: 'turn_end', turn, reason })
  }

  #say(patch: Patch): void {
    const { turn } = this.#state
    if (isSaid(this.#state, patch)) return
    if ('callId' in patch && isViewCall(this.#state, patch.callId)) {
      // Once it is being cancelled only its end is appended.
      if (isStopping(this.#state, patch.callId) && patch.type !== 'tool_call_error') return
    } else if (turn !== undefined) {
      // Once a turn is being aborted or has failed only its end is appended.
      if (turn.aborting || this.#current?.hasFailed) return
      if (turn.blocked) this.#resume(turn.turn)
    }
    this.#outbox.add(patch)
  }

  /** The turn came past the place at which it was blocked. */
  #resume(turn: number): void {
    if (this.#isResumed) return
    this.#isResumed = true
    void this.#current?.unblock()
    this.#outbox.add({ type: 'turn_resume', turn })
  }
}

/** What the session has used, with what the turn that runs has: that is added up when it ends. */
const usedBy = ({ usage, turn, messages }: ChatState): Usage =>
  messages.reduce(
    (sum, message) => (message.turn === turn?.turn ? addUsage(sum, message.usage ?? noUsage) : sum),
    usage,
  )

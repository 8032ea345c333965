/**
 * A run of a tool: a deterministic scheduler over generators, driven by one total order of outcomes.
 *
 * R1  An outcome is in the journal before the tool sees it.
 * R2  An effect gets its address (branch path, number in the branch) when it is asked. An entry that does not fit what is
 *     asked at its address, or that nothing asks for, is a DivergenceError that names both.
 * R3  Outcomes are handed out one at a time, each after the tool has run as far as it can; while recorded ones are left, an
 *     effect without an entry is held. Answers that arrive together are recorded in the order their questions were opened.
 * R4  A run parks when nothing is runnable, nothing is being performed and questions are open; all of them go out together.
 * R5  `finally` runs when the tool returns, throws, is cancelled or times out; never because it waits or is dropped.
 * R6  Answers settle questions that were asked of the peer, and nothing else.
 * R7  An answer that fails its schema is not recorded, its refusal is: the question is asked again, at most 3 times.
 * R8  Emissions are numbered per branch; up to the last number sent they are silent. Progress never goes backwards.
 * R9  A parked run goes on in place, or is dropped and rebuilt from its journal; the author cannot tell the difference.
 * R10 A cancel halts the whole tree. It is an entry too, so that what `finally` records replays after it.
 * R11 The tool sees the value decoded from its entry, live and replayed alike. Failure is an outcome.
 * R12 The header is written once, before anything is performed; what changes is kept beside it.
 * R13 Another `.version` than the header's fails, restarts or continues, as the caller chose.
 */
import { AnswerBox, type Answers } from './answer-box.ts'
import { Ask } from './ask.ts'
import { Bell } from './bell.ts'
import { Branch, type BranchOptions } from './branch.ts'
import { type Clock, systemClock } from './clock.ts'
import { createContext } from './context.ts'
import { matchEntry, refuseAnswer } from './divergence.ts'
import { Effect, type RecordedEffect } from './effect.ts'
import type { StepBody, StepContext } from './effects/step.ts'
import { Emitter } from './emitter.ts'
import { DivergenceError, ToolInputError, ToolTimeoutError, ToolUsageError } from './errors.ts'
import { type Ended, Fiber } from './fiber.ts'
import type { Entry } from './journal.ts'
import { copyJson } from './json.ts'
import { Ledger } from './ledger.ts'
import { andThen, isPromise, type MaybePromise } from './maybe-promise.ts'
import { OpenQuestions } from './open-questions.ts'
import { begin } from './operation.ts'
import { type Deferred, type Outcome, succeeded } from './outcome.ts'
import { Outstanding } from './outstanding.ts'
import type { Peer, Question } from './peer.ts'
import { Queue } from './queue.ts'
import type { RunOptions, RunResult, Stop } from './run-tool.ts'
import type { Checked } from './schema.ts'
import { seal } from './sha256.ts'
import { Timekeeper } from './timekeeper.ts'
import { checkOutput, checkParams, type McpTool, refuseMissing } from './tool.ts'
import { noUsage } from './usage.ts'
import { judge } from './verdict.ts'

/** Something that has come about by itself, or was handed in, and when. */
interface Due {
  time: number
  order: number
  settle: () => void
}

type Happening = { type: 'settled'; ask: Ask; outcome: Outcome } | { type: 'overrun'; branch: Branch }

export class Run<T = unknown> {
  readonly peer: Peer
  readonly clock: Clock
  readonly runStep: NonNullable<RunOptions['runStep']>
  readonly toolName: string
  /** The questions the tool declares. */
  readonly questions: McpTool['questions']
  readonly ledger: Ledger
  readonly timekeeper: Timekeeper
  usage = noUsage
  /** Fibers that can go on now. */
  readonly ready = new Queue<Fiber>()
  /** The fiber whose code is running, while it is. */
  current: Fiber | undefined

  readonly #tool: McpTool
  readonly #params: unknown
  readonly #options: RunOptions
  #root: Branch | undefined
  #asks: Map<string, Ask> | undefined
  readonly #held: Ask[] = []
  readonly #happened = new Queue<Happening>()
  #performing = 0
  #opened = 0
  /** How many elicits the call has asked. */
  elicits = 0
  readonly #open = new OpenQuestions()
  readonly #answers = new AnswerBox()
  #outstanding: Outstanding | undefined
  #emitter: Emitter | undefined
  #cancelled = false
  #crash: { error: unknown } | undefined
  #bell: Bell | undefined
  #idle = true
  #driving: Promise<RunResult<T>> | undefined

  constructor(tool: McpTool, params: unknown, options: RunOptions) {
    this.#tool = tool
    this.#params = params
    this.#options = options
    this.toolName = tool.name
    this.questions = tool.questions
    this.peer = options.peer
    this.clock = options.clock ?? systemClock
    this.runStep = options.runStep ?? runBody
    this.ledger = new Ledger(tool, params, options, this.clock)
    this.timekeeper = new Timekeeper(this.clock)
  }

  get emitter(): Emitter {
    this.#emitter ??= new Emitter(this.peer, this.ledger, this.outstanding)
    return this.#emitter
  }

  get outstanding(): Outstanding {
    this.#outstanding ??= new Outstanding((error) => this.#breakDown(error))
    return this.#outstanding
  }

  /** Keeps answers that came while nobody ran it: whether they came in time is judged by when they did. */
  receive(answers: Answers, at: number): void {
    this.#answers.add(answers, at)
  }

  /** Goes on, with answers to open questions, until the run ends or parks. May be called while it is going. */
  advance(answers?: Answers): Promise<RunResult<T>> {
    if (answers !== undefined) this.#answers.add(answers, this.clock.now())
    this.#bell?.ring()
    if (this.#idle) {
      this.#idle = false
      this.#driving = this.#drive()
    }
    return this.#driving!
  }

  async #drive(): Promise<RunResult<T>> {
    try {
      for (;;) {
        for (let fiber = this.ready.shift(); fiber !== undefined; fiber = this.ready.shift()) fiber.advance()
        let result = this.#next()
        if (isPromise(result)) result = await result
        if (result) return result
      }
    } catch (error) {
      this.#drop(error)
      throw error
    } finally {
      this.#idle = true
    }
  }

  /** What comes next when no fiber can go on by itself. A result ends the drive. */
  #next(): MaybePromise<RunResult<T> | void> {
    if (this.#crash !== undefined) throw this.#crash.error
    if (this.#root === undefined) return this.#begin()
    const recorded = this.ledger.next()
    if (recorded !== undefined) return this.#replay(recorded)
    const { ended } = this.#root.owner!
    if (ended !== undefined) return this.#finish(ended)
    if (this.#options.signal?.aborted && !this.#cancelled) return this.#recordHalt(this.#root, 'cancelled')
    if (this.#held.length > 0) return this.#performHeld()
    this.#gather()
    const happened = this.#happened.shift()
    if (happened !== undefined) return this.#record(happened)
    if (this.#performing === 0 && this.#open.size > 0) return this.#park()
    const nextAt = this.timekeeper.nextAt()
    if (this.#performing === 0 && nextAt === Number.POSITIVE_INFINITY) throw new Error('the run waits for nothing')
    this.#bell ??= new Bell(this.clock, this.#options.signal)
    return this.#bell.wait(nextAt, this.#performing === 0)
  }

  #begin(): MaybePromise<RunResult<T> | void> {
    const { ledger } = this
    if (!ledger.opened) return ledger.open()
    if (this.#options.signal?.aborted && !ledger.recalled) return this.#stop({ type: 'cancelled' })
    const refusal = refuseMissing(this.#tool, ledger)
    if (refusal !== undefined) return this.#stop({ type: 'failed', error: refusal })
    const problem = ledger.sealParams()
    if (problem !== undefined) return this.#stop({ type: 'failed', error: problem })
    const params = checkParams(this.#tool, this.#params)
    return isPromise(params) ? params.then((checked) => this.#start(checked)) : this.#start(params)
  }

  #start(params: Checked<unknown>): RunResult<T> | void {
    if (params.type === 'invalid') {
      return this.#stop({
        type: 'failed',
        error: new ToolInputError(`${this.toolName}: wrong arguments: ${params.problem}`),
      })
    }
    const root = new Branch(this, undefined, this.#rootOptions())
    const ctx = createContext(root)
    // The tool's own schema has just said that these are its parameters.
    const body = () => begin(this.#tool.execute(params.value as never, ctx), 'the body of a tool')
    root.owner = new Fiber(this, root, undefined, body, ignore)
    this.#root = root
  }

  #rootOptions(): BranchOptions {
    const { systemPrompt, messages } = this.#options
    const { limits } = this.#tool
    if (systemPrompt === undefined && messages === undefined) return limits
    return {
      ...limits,
      ...(systemPrompt !== undefined && { systemPrompt }),
      ...(messages !== undefined && { messages }),
    }
  }

  /** Gives an effect its address, and a question its id (R2). */
  ask(fiber: Fiber, effect: RecordedEffect): Ask {
    const branch = Effect.branchOf(effect)
    if (effect.asks) {
      if (fiber.cleaning)
        throw new ToolUsageError(`${effect}: nobody is asked while a run is halted; a finally may use steps`)
      if (branch.phase) throw new ToolUsageError(`${effect}: before and after ask nobody; ask in client`)
      effect.id = branch.nextId(effect.key)
    }
    const ask = new Ask(branch.nextAddress(), effect, fiber, this.#opened++)
    effect.at = ask.address
    const refused = this.ledger.progress.refused[ask.address]
    if (refused !== undefined) effect.refuse(refused.count, refused.problem)
    this.#asks ??= new Map()
    this.#asks.set(ask.address, ask)
    fiber.ask = ask
    return ask
  }

  /** Performs an effect when the tool has run as far as it can and no recorded outcome is left (R3). */
  hold(ask: Ask): void {
    this.#held.push(ask)
  }

  #replay(entry: Entry): MaybePromise<void> {
    if (entry.type === 'halted') {
      const branch = entry.at === '' ? this.#root : this.timekeeper.branchAt(entry.at)
      if (branch === undefined)
        throw new DivergenceError(`the journal halts branch ${entry.at}, which the tool has not begun`)
      return this.#halt(branch, entry.reason)
    }
    const ask = matchEntry(entry, this.#asks ?? new Map())
    if (entry.type === 'started') {
      ask.started = true
      return
    }
    if (entry.type === 'failure')
      return this.#handOut(ask, entry, { type: 'error', error: ask.effect.toError(entry.failure) })
    return andThen(ask.effect.decode(copyJson(entry.value), this), (checked) => {
      if (checked.type === 'invalid') return refuseAnswer(ask, checked.problem)
      return this.#handOut(ask, entry, { type: 'value', value: checked.value })
    })
  }

  /** The one way back into the tool. */
  #handOut(ask: Ask, entry: Entry, given: Ended): void {
    if (ask.effect.asks) {
      this.#answers.recorded(ask.effect.id, entry.time)
      if (entry.type === 'value' && (ask.effect.type !== 'sample' || entry.isAnswer)) {
        ask.fiber.history = seal(JSON.stringify([ask.fiber.history, entry.kind, entry.key, entry.digest, entry.value]))
      }
    }
    this.#close(ask)
    ask.fiber.resumeWith(given)
  }

  #performHeld(): MaybePromise<void> {
    const perform: Ask[] = []
    const started: Entry[] = []
    const early: Due[] = []
    for (const ask of this.#held.splice(0)) {
      if (ask.state !== 'held') continue
      const due = this.#settledEarly(ask)
      if (due === undefined) perform.push(ask)
      else early.push(due)
    }
    this.#settleInOrder(early)
    for (const ask of perform) {
      if (ask.effect.dated) this.ledger.date(ask.address, ask.effect.consent())
      if (ask.effect.once && !ask.started) started.push({ type: 'started', ...this.ledger.fact(ask) })
    }
    return andThen(perform.length === 0 ? undefined : this.ledger.flush(started), () => {
      for (const ask of perform) this.perform(ask)
    })
  }

  /** What is due and what has arrived, by the time at which it was: whoever came first, not whoever was asked first. */
  #settleInOrder(due: Due[]): void {
    due.sort((one, other) => one.time - other.time || one.order - other.order)
    for (const { settle } of due) settle()
  }

  /** What became of it before it goes out: it was answered in an earlier round, or its time is up (R6). */
  #settledEarly(ask: Ask): Due | undefined {
    const { effect, address, order } = ask
    const asked = this.ledger.progress.asked[address]
    const arrived = effect.asks ? this.#answers.arrivedAt(effect.id) : undefined
    const deadline = asked === undefined || effect.lasts === undefined ? undefined : asked.time + effect.lasts
    if (deadline !== undefined && deadline <= (arrived ?? this.clock.now())) {
      return { time: deadline, order, settle: () => this.settle(ask, effect.over()) }
    }
    if (arrived === undefined) return undefined
    if (asked?.consent !== undefined && asked.consent !== effect.consent()) {
      // Consent is for what was shown.
      this.#answers.ignore(effect.id, 'changed')
      this.ledger.change(address)
      effect.refuse(
        (this.ledger.progress.refused[address]?.count ?? 0) + 1,
        'the question has changed since it was answered',
      )
      return undefined
    }
    if (asked !== undefined || effect.early) return { time: arrived, order, settle: () => this.#takeAnswer(ask) }
    this.#answers.ignore(effect.id)
    return undefined
  }

  #takeAnswer(ask: Ask): void {
    this.#open.remove(ask)
    ask.isAnswered = ask.effect.type === 'sample'
    this.settle(ask, succeeded(this.#answers.take(ask.effect.id)))
  }

  perform(ask: Ask): void {
    const { effect } = ask
    ask.state = 'performing'
    this.#performing++
    this.timekeeper.start(ask, Effect.branchOf(effect))
    if (effect.lasts !== undefined) {
      ask.deadline = this.ledger.date(ask.address, effect.consent()) + effect.lasts
      this.timekeeper.addAsk(ask)
    }
    const result = effect.perform(this, ask)
    if (!isPromise(result)) return this.#performed(ask, result)
    ask.pending = result
    result.then(
      (done) => this.#performed(ask, done),
      // Nobody waits for what was withdrawn.
      (error) => ask.state === 'performing' && this.#breakDown(error),
    )
  }

  /** The run cannot go on: not an outcome, so nothing is recorded and no `finally` runs. */
  #breakDown(error: unknown): void {
    this.#crash ??= { error }
    this.#bell?.ring()
  }

  #performed(ask: Ask, result: Outcome | Deferred): void {
    if (ask.state !== 'performing') return
    this.#performing--
    this.timekeeper.stop(ask, this.ledger.progress)
    if (result.type !== 'deferred') return this.settle(ask, result)
    ask.state = 'deferred'
    ask.pending = undefined
    if (ask.effect.asks) {
      this.ledger.date(ask.address, ask.effect.consent())
      this.#open.add(ask)
    }
    this.#bell?.ring()
  }

  /** An outcome has come. It is recorded in its turn. */
  settle(ask: Ask, outcome: Outcome): void {
    ask.state = 'answered'
    this.#happened.push({ type: 'settled', ask, outcome })
    this.#bell?.ring()
  }

  /** Looks for what has happened outside: answers, time. */
  #gather(): void {
    const due = this.timekeeper.due()
    const happened: Due[] = []
    const over = new Set(due?.asks)
    for (const ask of over) {
      const arrived = ask.effect.asks ? this.#answers.arrivedAt(ask.effect.id) : undefined
      if (arrived !== undefined && arrived < ask.deadline!) over.delete(ask)
      else happened.push({ time: ask.deadline!, order: ask.order, settle: () => this.#end(ask) })
    }
    for (const ask of this.#answeredQuestions()) {
      if (over.has(ask)) continue
      const time = this.#answers.arrivedAt(ask.effect.id)!
      happened.push({ time, order: ask.order, settle: () => this.#takeAnswer(ask) })
    }
    for (const branch of due?.branches ?? []) {
      const settle = () => this.#happened.push({ type: 'overrun', branch })
      happened.push({ time: branch.stopwatch!.endsAt, order: Number.POSITIVE_INFINITY, settle })
    }
    this.#settleInOrder(happened)
  }

  #answeredQuestions(): Ask[] {
    if (this.#answers.empty || this.#open.size === 0) return []
    return this.#answers.ids.flatMap((id) => this.#open.get(id) ?? [])
  }

  /** Its time has passed: whoever answers now is late. */
  #end(ask: Ask): void {
    this.#open.remove(ask)
    if (ask.state === 'performing') this.#abandon(ask)
    this.settle(ask, ask.effect.over())
  }

  /** Writes down what happened, then lets the tool see it (R1). */
  #record(happened: Happening): MaybePromise<void> {
    if (happened.type === 'overrun') return this.#recordHalt(happened.branch, 'timeout')
    const { ask, outcome } = happened
    if (ask.state !== 'answered') return
    return andThen(judge(this, ask, outcome), (verdict) => {
      if (verdict.type === 'refused') return this.#askAgain(ask, verdict.count, verdict.problem)
      const { entry, given } = verdict
      this.ledger.forget(ask.address)
      return andThen(this.ledger.append(entry), () => this.#handOut(ask, entry, given))
    })
  }

  #askAgain(ask: Ask, count: number, problem: string): void {
    this.ledger.progress.refused[ask.address] = { count, problem }
    this.ledger.touch()
    ask.effect.refuse(count, problem)
    ask.state = 'held'
    this.#held.push(ask)
  }

  #recordHalt(branch: Branch, reason: 'cancelled' | 'timeout'): MaybePromise<void> {
    this.#cancelled ||= reason === 'cancelled'
    this.timekeeper.removeBranch(branch)
    if (branch.owner!.ended !== undefined || branch.owner!.cleaning) return
    const entry: Entry = { type: 'halted', at: branch.path, reason, time: this.clock.now() }
    return andThen(this.ledger.append(entry), () => this.#halt(branch, reason))
  }

  #halt(branch: Branch, reason: 'cancelled' | 'timeout'): void {
    if (reason === 'cancelled') {
      this.#cancelled = true
      branch.owner!.halt()
    } else branch.owner!.halt(new ToolTimeoutError(branch.path, branch.stopwatch?.timeout ?? 0))
  }

  /** Nobody waits for this any more. */
  withdraw(ask: Ask): void {
    if (ask.state === 'performing') this.#abandon(ask)
    this.#close(ask)
    ask.abort()
  }

  /** Stops waiting for what is being performed; a peer's answer is seen to its end before the run is over. */
  #abandon(ask: Ask): void {
    this.#performing--
    this.timekeeper.stop(ask, this.ledger.progress)
    if (ask.effect.asks && ask.pending !== undefined) this.outstanding.add(ask.pending.catch(() => {}))
    ask.abort()
  }

  #close(ask: Ask): void {
    ask.state = 'settled'
    this.#asks?.delete(ask.address)
    if (ask.effect.asks) this.#open.remove(ask)
    this.ledger.forget(ask.address)
  }

  #park(): MaybePromise<RunResult<T> | void> {
    return andThen(this.ledger.flush(), () => {
      // An answer has come while this was written.
      if (this.#answeredQuestions().length > 0) return
      const nextAt = this.timekeeper.nextAt()
      return this.#stop({
        type: 'parked',
        questions: this.#open.inOrder().map((ask) => ask.effect as Question),
        wakeAt: nextAt === Number.POSITIVE_INFINITY ? undefined : nextAt,
        resume: (answers) => this.advance(answers),
      })
    })
  }

  #finish(ended: Ended): MaybePromise<RunResult<T> | void> {
    // What fails here is a breakdown, and is noticed when the drive comes round again.
    const outstanding = this.#outstanding?.settled()
    if (outstanding !== undefined) return outstanding.then(() => {})
    if (this.ledger.unwritten) return this.ledger.flush()
    if (ended.type === 'halted') return this.#stop({ type: 'cancelled' })
    if (ended.type === 'error') return this.#stop({ type: 'failed', error: toError(ended.error) })
    if (this.#tool.output === undefined) return this.#stop({ type: 'completed', value: ended.value as T })
    return andThen(checkOutput<T>(this.#tool.output, this.#tool.name, ended.value), (stop) => this.#stop(stop))
  }

  #stop(stop: Stop<T>): RunResult<T> {
    return { ...stop, usage: this.usage, ignored: this.#answers.clear() }
  }

  /** Lets go of everything without running a `finally` (R5). The journal has what is needed to go on. */
  #drop(reason: unknown): void {
    this.#crash ??= { error: reason }
    for (const ask of this.#asks?.values() ?? []) {
      // A question that was deferred is still open: the journal has it.
      if (ask.state === 'performing') ask.abort(reason)
    }
    this.#asks = undefined
  }
}

const runBody = (_name: string, body: StepBody<unknown>, step: StepContext): unknown => body(step)

/** How the root ended is looked up, not told. */
const ignore = (): void => {}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

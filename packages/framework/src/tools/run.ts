/**
 * A run of a tool: a deterministic scheduler over generators, driven by one total order of outcomes.
 *
 * R1  An outcome is in the journal before the tool sees it.
 * R2  An effect gets its address (branch path, number in the branch) when the tool yields it. An entry that does not match the
 *     effect at its address, or that no effect matches, is a DivergenceError that names both.
 * R3  Outcomes are handed out one at a time, each after the tool has run as far as it can; while recorded ones are left, an
 *     effect without an entry is held. Answers that arrive together are recorded in the order their questions were opened.
 * R4  A run parks when nothing is runnable, nothing is being performed and questions are open; all of them go out together.
 *     Where it may be let go, it also parks while it sleeps for long.
 * R5  `finally` runs when the tool returns, throws, is cancelled or times out; never because it waits or is dropped. After a
 *     halt it has `limits.cleanup` milliseconds, and is then abandoned where it waits.
 * R6  Answers settle open questions, and nothing else. A question to other people is never handed to the peer, and takes only
 *     answers that name who gave them.
 * R7  An answer that fails its schema is not recorded, its refusal is: the question is asked again, at most 3 times. A signal
 *     that fails its schema is ignored and reported.
 * R8  Emissions are numbered per branch; up to the last number sent they are silent. Progress only grows.
 * R9  A parked run goes on in place, or is dropped and rebuilt from its journal; the author cannot tell the difference.
 * R10 A cancel halts the whole tree. It is an entry too, so that what `finally` records replays after it.
 * R11 The tool sees the value decoded from its entry, live and replayed alike. Failure is an outcome. What JSON cannot carry is
 *     refused by name, in outcomes and in results.
 * R12 The header is written once, before anything is performed; what changes is kept beside it.
 * R13 A run goes on with the `.version` that it began with, where the tool has it. Another version than the header's fails, restarts or continues, as the caller chose. A run that meets other code stops
 *     and leaves its journal as it is.
 * R14 Consent is for what was shown. A question is kept with a fingerprint of what it shows; an answer to a question that has
 *     changed is ignored and reported, and the new question is another attempt.
 * R15 An idempotency key is the run, the place in the code, the step's name and what was asked and answered on the way there. The
 *     same answers give the same key in every attempt, other answers another one.
 * R16 What is due and what has arrived are recorded in the order of their times. A deadline wins over an answer of the same time.
 * R17 A journal that refuses a write, because another driver goes on with the run, stops the run before it does anything more.
 * R18 A run that waits says when it goes on by itself, and then does so in any process, without an answer.
 * R19 An answer counts once for each person. Answers to a question with a quorum are recorded one by one.
 * R20 A signal is kept until the tool waits for it, and is taken once.
 * R21 A step that is retried has one idempotency key. A failed attempt is recorded with the time of the next one.
 * R22 A change of the code (`ctx.patched`) is taken by runs that reach it for the first time, and by no other. Which it was is
 *     the same in every process.
 */
import type { Answers, Arrival } from './answer-box.ts'
import { Arrivals } from './arrivals.ts'
import { Branch, type BranchOptions } from './branch.ts'
import { Bell, type Clock, systemClock } from './clock.ts'
import { createContext } from './create-context.ts'
import { Effect, type RecordedEffect } from './effect.ts'
import type { StepBody, StepContext } from './effects/step.ts'
import { Emitter } from './emitter.ts'
import { CleanupError, ToolInputError, ToolUsageError, toError } from './errors.ts'
import { type Ended, Fiber, Queue } from './fiber.ts'
import { Halts } from './halts.ts'
import { type Happening, Happenings, LAST } from './happenings.ts'
import { History } from './history.ts'
import type { Host } from './host.ts'
import type { Answered, Entry } from './journal.ts'
import { copyJson } from './json.ts'
import { andThen, isPromise, type MaybePromise } from './maybe-promise.ts'
import { begin } from './operation.ts'
import type { Deferred, Outcome, Retried } from './outcome.ts'
import type { OnWait } from './outside.ts'
import { Outstanding } from './outstanding.ts'
import type { Peer } from './peer.ts'
import { Pending } from './pending.ts'
import { policies } from './policy.ts'
import { Recorder } from './recorder.ts'
import type { RunOptions, RunResult, Stop } from './run-tool.ts'
import { RunTrace } from './run-trace.ts'
import { toOpenedEffect } from './run-watcher.ts'
import type { Checked } from './schema.ts'
import type { SentSignal } from './signal-box.ts'
import { Timekeeper } from './timekeeper.ts'
import { checkParams, type McpTool, refuseMissing, toStop } from './tool.ts'
import { noUsage } from './usage.ts'
import { judge, matchEntry, refuseAnswer } from './verdict.ts'

export class Run<T = unknown> {
  readonly peer: Peer
  readonly host: Host | undefined
  readonly clock: Clock
  readonly runStep: NonNullable<RunOptions['runStep']>
  readonly attach: RunOptions['attach']
  readonly onWait: OnWait | undefined
  readonly signalUrl: RunOptions['signalUrl']
  readonly readAnswer: RunOptions['readAnswer']
  readonly toolName: string
  readonly recorder: Recorder
  readonly timekeeper: Timekeeper
  usage = noUsage
  /** Fibers that are runnable. */
  readonly ready = new Queue<Fiber>()
  /** The fiber whose code is running; `undefined` between two fibers. */
  current: Fiber | undefined

  readonly #params: unknown
  readonly #options: RunOptions
  #root: Branch | undefined
  #pending: Map<string, Pending> | undefined
  readonly #held: Pending[] = []
  readonly #happened = new Happenings()
  #performing = 0
  #opened = 0
  /** How many elicits the call has asked, and how many replies it took for a call: exchanges are numbered by them. */
  elicits = 0
  written = 0
  readonly #arrivals: Arrivals = new Arrivals(this)
  readonly #halts: Halts = new Halts(this)
  #outstanding: Outstanding | undefined
  #emitter: Emitter | undefined
  #isLive = false
  #crash: { error: unknown } | undefined
  #bell: Bell | undefined
  #trace: RunTrace | undefined
  /** Told when this process has heard what a parked run waits for. An object: with a function here V8 kept each run until a full collection. */
  waker: { woken(): void } | undefined
  #idle = true
  #driving: Promise<RunResult<T>> | undefined

  constructor(tool: McpTool, params: unknown, options: RunOptions) {
    this.#params = params
    this.#options = options
    this.toolName = tool.name
    this.peer = options.peer
    this.host = options.host
    this.clock = options.clock ?? systemClock
    this.runStep = options.runStep ?? runBody
    this.attach = options.attach
    this.onWait = options.onWait
    this.signalUrl = options.signalUrl
    this.readAnswer = options.readAnswer
    this.recorder = new Recorder(tool, params, options, this.clock)
    this.timekeeper = new Timekeeper(this.clock)
    for (const signal of options.signals ?? []) this.receiveSignal(signal)
  }

  /** In the version that the run began with. */
  get #tool(): McpTool {
    return this.recorder.tool
  }

  /** The questions the tool declares. */
  get questions(): McpTool['questions'] {
    return this.#tool.questions
  }

  /** Whether the run takes a change of the code: until it performs something, it only goes where it has been before. */
  isPatched(name: string): boolean {
    return this.recorder.isPatched(name, this.recorder.recalled && !this.#isLive)
  }

  get emitter(): Emitter {
    this.#emitter ??= new Emitter(this.peer, this.recorder, this.outstanding, (effect) => this.#trace?.emitted(effect))
    return this.#emitter
  }

  get outstanding(): Outstanding {
    this.#outstanding ??= new Outstanding((error) => this.#breakDown(error))
    return this.#outstanding
  }

  /** Takes answers without going on. Whether they are in time depends on when they arrived. */
  receive(answers: Answers, arrival: Arrival = {}): void {
    this.#arrivals.receive(answers, arrival)
  }

  /** Takes a signal without going on. */
  receiveSignal(signal: SentSignal): void {
    this.#arrivals.receiveSignal(signal)
  }

  /** Reports a problem to the developer that the result does not contain. */
  report(error: Error): void {
    this.#options.onError?.(error)
  }

  /** Takes the outcome of a host effect that was deferred. It is ignored if nothing waits for it any more. */
  settleHost(id: string, outcome: Outcome): void {
    const pending = this.#arrivals.open.get(id)
    if (pending === undefined || pending.policy.asks) return
    this.#arrivals.open.remove(pending)
    this.settle(pending, outcome)
  }

  /** Goes on, with answers to open questions, until the run ends or parks. May be called while it is going. */
  advance(answers?: Answers, arrival?: Arrival): Promise<RunResult<T>> {
    if (answers !== undefined) this.receive(answers, arrival)
    this.#bell?.ring()
    if (this.#idle) {
      this.#idle = false
      this.#trace = RunTrace.create(this.recorder, this.#options.principal)
      this.#driving = this.#trace === undefined ? this.#drive() : this.#driveTraced(this.#trace)
    }
    return this.#driving!
  }

  /** Reads the journal before the span begins, because the journal names the trace. */
  async #driveTraced(trace: RunTrace): Promise<RunResult<T>> {
    try {
      if (!this.recorder.opened) await this.recorder.open()
    } catch (error) {
      this.#breakDown(error)
    }
    return trace.during(() => this.#drive())
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

  /** Performs the next action when no fiber is runnable. Returns a result once the run has ended or parks. */
  #next(): MaybePromise<RunResult<T> | void> {
    if (this.#crash !== undefined) throw this.#crash.error
    if (this.#root === undefined) return this.#begin()
    const recorded = this.recorder.next()
    if (recorded !== undefined) return this.#replay(recorded)
    const { ended } = this.#root.owner!
    if (ended !== undefined) return this.#finish(ended)
    if (this.#options.signal?.aborted && !this.#halts.isCancelled) return this.#halts.record(this.#root, 'cancelled')
    if (this.#held.length > 0) return this.#performHeld()
    this.#gather()
    if (this.#held.length > 0) return this.#performHeld()
    const happened = this.#happened.takeFirst()
    if (happened !== undefined) return this.#record(happened)
    if (this.#performing === 0 && this.#arrivals.open.size > 0) return this.#park()
    const nextAt = this.timekeeper.nextAt()
    if (this.#performing === 0 && this.#isLongUntil(nextAt)) return this.#park()
    if (this.#performing === 0 && nextAt === Number.POSITIVE_INFINITY) throw new Error('the run waits for nothing')
    this.#bell ??= new Bell(this.clock, this.#options.signal)
    return this.#bell.wait(nextAt, this.#performing === 0)
  }

  #isLongUntil(nextAt: number): boolean {
    const { longSleep } = this.#options
    return longSleep !== undefined && nextAt < Number.POSITIVE_INFINITY && nextAt - this.clock.now() >= longSleep
  }

  #begin(): MaybePromise<RunResult<T> | void> {
    const { recorder } = this
    if (!recorder.opened) return recorder.open()
    if (this.#options.signal?.aborted && !recorder.recalled) return this.#stop({ type: 'cancelled' })
    const refusal = refuseMissing(this.#tool, recorder)
    if (refusal !== undefined) return this.#stop({ type: 'failed', error: refusal })
    const problem = recorder.sealParams()
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
  open(fiber: Fiber, effect: RecordedEffect): Pending {
    const branch = Effect.branchOf(effect)
    const { asks, hasId } = policies[effect.type]
    if (asks && fiber.cleaning) {
      throw new ToolUsageError(`${effect}: a finally that runs because of a halt cannot ask; it may use steps`)
    }
    if (asks && branch.phase) throw new ToolUsageError(`${effect}: before and after cannot ask; ask in client`)
    const id = hasId ? branch.nextId(effect.key) : ''
    const pending = new Pending(branch.nextAddress(), id, effect, fiber, this.#opened++)
    const asked = this.recorder.progress.asked[pending.address]
    if (asked !== undefined) pending.recall(asked)
    this.#pending ??= new Map()
    this.#pending.set(pending.address, pending)
    fiber.pending = pending
    this.#options.watcher?.opened(toOpenedEffect(pending), effect)
    return pending
  }

  /** Performs an effect when the tool has run as far as it can and no recorded outcome is left (R3). */
  hold(pending: Pending): void {
    this.#held.push(pending)
  }

  #replay(entry: Entry): MaybePromise<void> {
    if (entry.type === 'halted') return this.#halts.replay(entry, this.#root!)
    const pending = matchEntry(entry, this.#pending ?? new Map())
    if (entry.type === 'started') {
      pending.started = true
      return
    }
    if (entry.type === 'partial') return this.#recall(pending, entry)
    if (entry.type === 'retried') return pending.rest(entry)
    if (entry.type === 'patched') return
    if (entry.type === 'failure')
      return this.#handOut(pending, entry, { type: 'error', error: pending.effect.toError(entry.failure) })
    pending.answered = entry.answered ?? []
    return andThen(pending.effect.decode(copyJson(entry.value), this, pending), (checked) => {
      if (checked.type === 'invalid') return refuseAnswer(pending, checked.problem)
      return this.#handOut(pending, entry, { type: 'value', value: checked.value })
    })
  }

  /** Takes up one of the answers that a question needs, unless the question showed something else then (R14). */
  #recall(pending: Pending, { content, answered, shown }: Extract<Entry, { type: 'partial' }>): void {
    if (shown === pending.effect.shown()) pending.partials = [...pending.partials, { content, answered }]
  }

  /** Resumes the tool with an outcome. No other code does. */
  #handOut(pending: Pending, entry: Entry, given: Ended): void {
    const { policy, fiber } = pending
    if (policy.asks) this.#arrivals.recorded(pending, entry)
    if (entry.type === 'value' && (policy.isAnswer === 'always' || entry.isAnswer)) {
      fiber.history = new History(fiber.history, entry)
    }
    this.#close(pending)
    fiber.resumeWith(given)
  }

  #performHeld(): MaybePromise<void> {
    this.#isLive = true
    const perform: Pending[] = []
    const started: Entry[] = []
    const early: Happening[] = []
    for (const pending of this.#held.splice(0)) {
      if (pending.state !== 'held') continue
      const happening = this.#arrivals.takeEarly(pending)
      if (happening === undefined) perform.push(pending)
      else early.push(happening)
    }
    for (const pending of perform) {
      if (pending.policy.isDated) this.recorder.date(pending)
      if (pending.effect.once && !pending.started && !this.#isResting(pending))
        started.push({ type: 'started', ...this.recorder.fact(pending) })
    }
    return andThen(perform.length === 0 ? undefined : this.recorder.flush(started), () => {
      this.#settleAll(early)
      for (const pending of perform) this.perform(pending)
    })
  }

  perform(pending: Pending): void {
    const { effect } = pending
    if (this.#isResting(pending)) {
      pending.state = 'deferred'
      pending.deadline = pending.nextAttemptAt
      return this.timekeeper.addDeadline(pending)
    }
    pending.state = 'performing'
    this.#performing++
    this.timekeeper.start(pending, Effect.branchOf(effect))
    if (effect.lasts !== undefined) {
      pending.deadline = this.recorder.date(pending) + effect.lasts
      this.timekeeper.addDeadline(pending)
    }
    const result =
      this.#trace === undefined
        ? effect.perform(this, pending)
        : this.#trace.perform(pending, () => effect.perform(this, pending))
    if (!isPromise(result)) return this.#performed(pending, result)
    pending.answering = result
    result.then(
      (done) => this.#performed(pending, done),
      // An effect that was withdrawn has no waiter.
      (error) => pending.state === 'performing' && this.#breakDown(error),
    )
  }

  /** The run cannot go on: not an outcome, so nothing is recorded and no `finally` runs. */
  #breakDown(error: unknown): void {
    this.#crash ??= { error }
    this.#bell?.ring()
  }

  /** Whether the next attempt at a step begins later. */
  #isResting({ nextAttemptAt }: Pending): boolean {
    return nextAttemptAt !== undefined && nextAttemptAt > this.clock.now()
  }

  #performed(pending: Pending, result: Outcome | Deferred | Retried): void {
    if (pending.state !== 'performing') return
    this.#performing--
    this.timekeeper.stop(pending, this.recorder.progress)
    if (result.type === 'retried') {
      pending.state = 'answered'
      this.#happened.add({ ...result, pending, time: this.clock.now(), isDue: false, order: LAST })
      return this.#bell?.ring()
    }
    if (result.type !== 'deferred') return this.settle(pending, result)
    pending.state = 'deferred'
    pending.answering = undefined
    if (pending.policy.hasId) this.#arrivals.open.add(pending)
    if (pending.policy.asks) this.recorder.date(pending)
    this.#bell?.ring()
  }

  /** Takes an outcome, which is recorded in its turn. */
  settle(pending: Pending, outcome: Outcome): void {
    const time = this.clock.now()
    pending.state = 'answered'
    // A peer may answer after the deadline, and before the alarm has rung.
    const isLate = pending.deadline !== undefined && pending.deadline <= time
    this.#happened.add(
      isLate ? this.#toExpiry(pending) : { type: 'settled', pending, outcome, time, isDue: false, order: LAST },
    )
    this.#bell?.ring()
    if (this.#idle) this.waker?.woken()
  }

  #settleAll(happenings: Happening[]): void {
    for (const happening of happenings) if (happening.type === 'settled') happening.pending.state = 'answered'
    this.#happened.addAll(happenings)
  }

  /** Collects what has happened outside: answers that arrived, and deadlines that have passed (R16). */
  #gather(): void {
    const due = this.timekeeper.due()
    const happenings: Happening[] = []
    for (const pending of due?.over ?? []) {
      if (pending.nextAttemptAt !== undefined) {
        pending.deadline = undefined
        this.#holdAgain(pending)
        continue
      }
      const arrived = this.#arrivals.at(pending)
      if (arrived !== undefined && arrived < pending.deadline!) continue
      happenings.push(this.#toExpiry(pending))
    }
    for (const pending of this.#arrivals.answered()) {
      const arrived = this.#arrivals.at(pending)
      if (arrived !== undefined) happenings.push(this.#arrivals.take(pending, arrived))
    }
    for (const branch of due?.branches ?? []) {
      happenings.push({ type: 'overrun', branch, time: branch.stopwatch!.endsAt, isDue: true, order: LAST })
    }
    for (const { fiber, endsAt } of due?.cleanups ?? []) {
      happenings.push({ type: 'abandoned', fiber, time: endsAt, isDue: true, order: LAST })
    }
    if (happenings.length > 0) this.#settleAll(happenings)
  }

  /** Expires a question: an answer that arrives now is late. */
  #toExpiry(pending: Pending): Happening {
    this.#arrivals.open.remove(pending)
    if (pending.state === 'performing') this.#abandon(pending)
    const { effect, order } = pending
    return { type: 'settled', pending, outcome: effect.over(), time: pending.deadline!, isDue: true, order }
  }

  /** Records an outcome, then passes it to the tool (R1). */
  #record(happened: Happening): MaybePromise<void> {
    if (happened.type === 'overrun') return this.#halts.record(happened.branch, 'timeout')
    if (happened.type === 'abandoned') return this.#halts.recordAbandoned(happened.fiber)
    if (happened.type === 'retried') return this.#recordRetry(happened)
    const { pending, outcome } = happened
    if (pending.state !== 'answered') return
    if (pending.policy.isAttributed) pending.answered = this.#attribute(happened)
    return andThen(judge(this, pending, outcome), (verdict) => {
      if (verdict.type === 'refused') return this.#holdAgain(pending)
      if (verdict.type === 'kept') {
        const { entry } = verdict
        return andThen(this.recorder.append(entry), () => {
          this.#recall(pending, entry)
          this.#holdAgain(pending)
        })
      }
      const { entry, given } = verdict
      this.#trace?.settled(pending, this.recorder.progress.asked[pending.address]?.time, happened.time)
      this.recorder.forget(pending.address)
      return andThen(this.recorder.append(entry), () => this.#handOut(pending, entry, given))
    })
  }

  /** Records a failed attempt at a step, so that the next process waits only for the rest of the pause. */
  #recordRetry({ pending, failure, nextAt }: Extract<Happening, { type: 'retried' }>): MaybePromise<void> {
    if (pending.state !== 'answered') return
    const { attempt, since } = pending
    // It was performed, so it has begun.
    const rest = { failure, attempt, since: since!, nextAt }
    return andThen(this.recorder.append({ type: 'retried', ...this.recorder.fact(pending), ...rest }), () => {
      pending.rest(rest)
      this.#holdAgain(pending)
    })
  }

  /** Waits on: for another answer, or for the rest of them. */
  #holdAgain(pending: Pending): void {
    pending.state = 'held'
    this.#held.push(pending)
  }

  /** Who gave the answers so far, this one included. An answer of the caller's client is the caller's. */
  #attribute({ pending, by, time, isDue }: Extract<Happening, { type: 'settled' }>): Answered[] {
    if (isDue) return []
    const person = by ?? (pending.isAddressed ? undefined : this.recorder.header.principal)
    const answered = { ...(person !== undefined && { by: person }), at: time }
    return [...pending.partials.map((partial) => partial.answered), answered]
  }

  /** Ends an effect that the tool no longer waits for. */
  withdraw(pending: Pending): void {
    if (pending.state === 'performing') this.#abandon(pending)
    this.#close(pending)
    pending.abort()
    this.#options.watcher?.withdrawn(pending.address)
  }

  /** Stops waiting for an effect that is being performed. The promise of a peer is awaited before the run ends. */
  #abandon(pending: Pending): void {
    this.#performing--
    this.timekeeper.stop(pending, this.recorder.progress)
    if (pending.policy.asks && pending.answering !== undefined) this.outstanding.add(pending.answering.catch(() => {}))
    pending.abort()
  }

  #close(pending: Pending): void {
    pending.state = 'settled'
    this.#pending?.delete(pending.address)
    if (pending.policy.hasId) this.#arrivals.open.remove(pending)
    if (pending.wait !== undefined) pending.abort()
    this.recorder.forget(pending.address)
  }

  #park(): MaybePromise<RunResult<T> | void> {
    return andThen(this.recorder.flush(), () => {
      // An answer has come while this was written.
      if (this.#arrivals.answered().length > 0) return
      const nextAt = this.timekeeper.nextAt()
      return this.#stop({
        type: 'parked',
        questions: this.#arrivals.open.questions(),
        waits: this.#arrivals.open.waits(),
        wakeAt: nextAt === Number.POSITIVE_INFINITY ? undefined : nextAt,
        resume: (answers, arrival) => this.advance(answers, arrival),
      })
    })
  }

  #finish(ended: Ended): MaybePromise<RunResult<T> | void> {
    // What fails here is a breakdown, and is noticed when the drive comes round again.
    const { cleanup } = this.#root!
    const outstanding = this.#outstanding?.settled(this.clock, cleanup, () =>
      this.#options.onError?.(new CleanupError(this.toolName, '', cleanup, 'a peer that takes no message')),
    )
    if (outstanding !== undefined) return outstanding
    if (this.recorder.unwritten) return this.recorder.flush()
    if (ended.type === 'halted') return this.#stop({ type: 'cancelled' })
    if (ended.type === 'error') return this.#stop({ type: 'failed', error: toError(ended.error) })
    const stop = toStop<T>(this.#tool, ended.value)
    return isPromise(stop) ? stop.then((found) => this.#stop(found)) : this.#stop(stop)
  }

  #stop(stop: Stop<T>): RunResult<T> {
    return { ...stop, usage: this.usage, ignored: this.#arrivals.clear(), abandoned: this.#halts.takeAbandoned() }
  }

  /** Drops all fibers without running a `finally` (R5). The run can be rebuilt from its journal. */
  #drop(reason: unknown): void {
    this.#crash ??= { error: reason }
    for (const pending of this.#pending?.values() ?? []) {
      // A question that was deferred is still open: the journal has it.
      if (pending.state === 'performing') pending.abort(reason)
    }
    this.#pending = undefined
  }
}

const runBody = (_name: string, body: StepBody<unknown>, step: StepContext): unknown => body(step)

/** How the root ended is looked up, not told. */
const ignore = (): void => {}

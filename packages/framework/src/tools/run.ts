/**
 * A run of a tool: a deterministic scheduler over generators, driven by one total order of outcomes.
 *
 * R1  An outcome is in the journal before the tool sees it.
 * R2  An effect gets its address (branch path, number in the branch) when the tool yields it. An entry that does not match the
 *     effect at its address, or that no effect matches, is a DivergenceError that names both.
 * R3  Outcomes are handed out one at a time, each after the tool has run as far as it can; while recorded ones are left, an
 *     effect without an entry is held. Answers that arrive together are recorded in the order their questions were opened.
 * R4  A run parks when nothing is runnable, nothing is being performed and questions are open; all of them go out together.
 *     Where it may be let go, it also parks while it sleeps for long; a run that is left parks while it sleeps at all.
 * R5  `finally` runs when the tool returns, throws, is cancelled or times out; never because it waits or is dropped. After a
 *     halt it has `limits.cleanup` milliseconds, and is then abandoned where it waits.
 * R6  Answers settle open questions, and nothing else. A question to other people is never handed to the peer, and takes only
 *     answers that name who gave them.
 * R7  An answer that fails its schema is not recorded, its refusal is: the question is asked again, at most 3 times. A signal
 *     that fails its schema is ignored and reported.
 * R8  Emissions are sent once: a replay is silent up to the last write that counted them. Progress only grows.
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
import type { StepBody, StepContext } from './effects/step.ts'
import { Emitter } from './emitter.ts'
import { CleanupError, DivergenceError, ToolInputError, toError } from './errors.ts'
import { type Ended, Fiber, Queue } from './fiber.ts'
import { Halts } from './halts.ts'
import { isPromise, type MaybePromise } from './maybe-promise.ts'
import { OpenEffects } from './open-effects.ts'
import { begin } from './operation.ts'
import { OutcomeQueue } from './outcome-queue.ts'
import { Outstanding } from './outstanding.ts'
import type { Pending } from './pending.ts'
import { Recorder } from './recorder.ts'
import type { RunOptions, RunResult, Stop } from './run-tool.ts'
import { RunTrace } from './run-trace.ts'
import type { Checked } from './schema.ts'
import type { SentSignal } from './signal-box.ts'
import { Timekeeper } from './timekeeper.ts'
import { checkParams, type McpTool, refuseMissing, toStop } from './tool.ts'
import { checkName } from './tool-names.ts'
import { noUsage } from './usage.ts'

/** The loop of a run. `OpenEffects` performs what the tool waits for, `OutcomeQueue` records what has happened and resumes the tool. */
export class Run<T = unknown> {
  readonly options: RunOptions
  readonly clock: Clock
  readonly runStep: NonNullable<RunOptions['runStep']>
  readonly toolName: string
  readonly recorder: Recorder
  readonly timekeeper: Timekeeper
  readonly effects: OpenEffects = new OpenEffects(this)
  readonly outcomes: OutcomeQueue = new OutcomeQueue(this)
  readonly arrivals: Arrivals = new Arrivals(this)
  readonly halts: Halts = new Halts(this)
  usage = noUsage
  /** Fibers that are runnable. */
  readonly ready = new Queue<Fiber>()
  /** The fiber whose code is running; `undefined` between two fibers. */
  current: Fiber | undefined
  /** How many elicits the call has asked, and how many replies it took for a call: exchanges are numbered by them. */
  elicits = 0
  written = 0
  trace: RunTrace | undefined
  /** Told when this process has heard what a parked run waits for. An object: with a function here V8 kept each run until a full collection. */
  waker: { woken(): void } | undefined

  #root: Branch | undefined
  #outstanding: Outstanding | undefined
  #emitter: Emitter | undefined
  #crash: { error: unknown } | undefined
  #bell: Bell | undefined
  #idle = true
  #isLeft = false
  #driving: Promise<RunResult<T>> | undefined

  constructor(tool: McpTool, params: unknown, options: RunOptions) {
    this.options = options
    this.toolName = checkName(tool.name)
    this.clock = options.clock ?? systemClock
    this.runStep = options.runStep ?? runBody
    this.recorder = new Recorder(tool, params, options, this.clock)
    this.timekeeper = new Timekeeper(this.clock)
    for (const signal of options.signals ?? []) this.receiveSignal(signal)
  }

  get emitter(): Emitter {
    this.#emitter ??= new Emitter(this)
    return this.#emitter
  }

  get outstanding(): Outstanding {
    this.#outstanding ??= new Outstanding((error) => this.breakDown(error))
    return this.#outstanding
  }

  /** Takes answers without going on. Whether they are in time depends on when they arrived. */
  receive(answers: Answers, arrival: Arrival = {}): void {
    this.arrivals.receive(answers, arrival)
  }

  /** Takes a signal without going on. */
  receiveSignal(signal: SentSignal): void {
    this.arrivals.receiveSignal(signal)
  }

  /** Reports a problem to the developer that the result does not contain. */
  report(error: Error): void {
    this.options.onError?.(error)
  }

  perform(pending: Pending): void {
    this.effects.perform(pending)
  }

  /** Goes on, with answers to open questions, until the run ends or parks. May be called while it is going. */
  advance(answers?: Answers, arrival?: Arrival): Promise<RunResult<T>> {
    if (answers !== undefined) this.receive(answers, arrival)
    this.ring()
    if (this.#idle) {
      this.#idle = false
      this.trace = RunTrace.create(this.recorder, this.options.principal)
      this.#driving = this.trace === undefined ? this.#drive() : this.#driveTraced(this.trace)
    }
    return this.#driving!
  }

  /** Reads the journal before the span begins, because the journal names the trace. */
  async #driveTraced(trace: RunTrace): Promise<RunResult<T>> {
    try {
      if (!this.recorder.opened) await this.recorder.open()
    } catch (error) {
      this.breakDown(error)
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
      // Drops all fibers without running a `finally` (R5). The run can be rebuilt from its journal.
      this.#crash ??= { error }
      this.effects.drop(error)
      throw error
    } finally {
      this.#idle = true
    }
  }

  /** Performs the next action when no fiber is runnable. Returns a result once the run has ended or parks. */
  #next(): MaybePromise<RunResult<T> | void> {
    const { recorder, effects, outcomes } = this
    if (this.#crash !== undefined) throw this.#crash.error
    if (this.#root === undefined) return this.#begin()
    const recorded = recorder.next()
    if (recorded !== undefined) return outcomes.replay(recorded, this.#root)
    const { ended } = this.#root.owner!
    if (ended !== undefined) return this.#finish(ended)
    if (this.options.signal?.aborted && !this.halts.isCancelled) return this.halts.record(this.#root, 'cancelled')
    if (!effects.hasHeld) outcomes.gather()
    if (effects.hasHeld) return effects.performHeld()
    const happened = outcomes.takeFirst()
    if (happened !== undefined) return outcomes.record(happened)
    const nextAt = this.timekeeper.nextAt()
    const isIdle = !effects.isPerforming
    if (isIdle && (this.arrivals.open.size > 0 || this.#mayPark(nextAt))) return this.#park()
    if (isIdle && nextAt === Number.POSITIVE_INFINITY) throw new Error('the run waits for nothing')
    this.#bell ??= new Bell(this.clock, this.options.signal)
    return this.#bell.wait(nextAt, isIdle)
  }

  /** Whether a run that does nothing but sleep parks. */
  #mayPark(nextAt: number): boolean {
    const longSleep = this.#isLeft ? 0 : this.options.longSleep
    return longSleep !== undefined && nextAt < Number.POSITIVE_INFINITY && nextAt - this.clock.now() >= longSleep
  }

  #begin(): MaybePromise<RunResult<T> | void> {
    const { recorder } = this
    if (!recorder.opened) return recorder.open()
    if (this.options.signal?.aborted && !recorder.recalled) return this.#stop({ type: 'cancelled' })
    const refusal = refuseMissing(this.recorder.tool, recorder) ?? recorder.sealParams()
    if (refusal !== undefined) return this.#refuse(refusal)
    const params = checkParams(recorder.tool, recorder.params)
    return isPromise(params) ? params.then((checked) => this.#start(checked)) : this.#start(params)
  }

  #start(params: Checked<unknown>): RunResult<T> | void {
    if (params.type === 'invalid')
      return this.#refuse(new ToolInputError(`${this.toolName}: wrong arguments: ${params.problem}`), SCHEMA_REMEDY)
    const root = new Branch(this, undefined, this.#rootOptions())
    const ctx = createContext(root)
    // The tool's own schema has just said that these are its parameters.
    const body = () => begin(this.recorder.tool.execute(params.value as never, ctx), 'the body of a tool')
    root.owner = new Fiber(this, root, undefined, body, ignore)
    this.#root = root
  }

  /** Fails a run that cannot begin. The code that began a recorded one did not refuse it (R13). */
  #refuse(error: Error, remedy = ''): RunResult<T> {
    const { recorder } = this
    if (!recorder.recalled) return this.#stop({ type: 'failed', error })
    const problem = `run ${recorder.header.runId} has begun, and the tool refuses it now: ${error.message}`
    throw new DivergenceError(problem + remedy)
  }

  #rootOptions(): BranchOptions {
    const { systemPrompt, messages } = this.options
    const { limits } = this.recorder.tool
    if (systemPrompt === undefined && messages === undefined) return limits
    return {
      ...limits,
      ...(systemPrompt !== undefined && { systemPrompt }),
      ...(messages !== undefined && { messages }),
    }
  }

  /** From now on the run parks as soon as nothing of it is performed, also while it sleeps. */
  leave(): void {
    this.#isLeft = true
    this.ring()
  }

  /** Looks again at what has happened. */
  ring(): void {
    this.#bell?.ring()
  }

  /** This process has heard what the run waits for. */
  woken(): void {
    this.ring()
    if (this.#idle) this.waker?.woken()
  }

  /** The run cannot go on: not an outcome, so nothing is recorded and no `finally` runs. */
  breakDown(error: unknown): void {
    this.#crash ??= { error }
    this.ring()
  }

  /** Looks again after a write, at what has happened meanwhile: between the last look and the result nothing is awaited. */
  #park(): MaybePromise<RunResult<T> | void> {
    if (this.recorder.unwritten) return this.recorder.flush()
    const nextAt = this.timekeeper.nextAt()
    return this.#stop({
      type: 'parked',
      questions: this.arrivals.open.questions(),
      waits: this.arrivals.open.waits(),
      wakeAt: nextAt === Number.POSITIVE_INFINITY ? undefined : nextAt,
      resume: (answers, arrival) => this.advance(answers, arrival),
    })
  }

  #finish(ended: Ended): MaybePromise<RunResult<T> | void> {
    // What fails here is a breakdown, and is noticed when the drive comes round again.
    const { cleanup } = this.#root!
    const outstanding = this.#outstanding?.settled(this.clock, cleanup, () =>
      this.report(new CleanupError(this.toolName, '', cleanup, 'a peer that takes no message')),
    )
    if (outstanding !== undefined) return outstanding
    if (this.recorder.unwritten) return this.recorder.flush()
    if (ended.type === 'halted') return this.#stop({ type: 'cancelled' })
    if (ended.type === 'error') return this.#stop({ type: 'failed', error: toError(ended.error) })
    const stop = toStop<T>(this.recorder.tool, ended.value)
    return isPromise(stop) ? stop.then((found) => this.#stop(found)) : this.#stop(stop)
  }

  #stop(stop: Stop<T>): RunResult<T> {
    return { ...stop, usage: this.usage, ignored: this.arrivals.clear(), abandoned: this.halts.takeAbandoned() }
  }
}

const SCHEMA_REMEDY =
  '; the schema of the parameters has changed, or depends on the time. Deploy one that takes these arguments, and check in the body what changes with time'

const runBody = (_name: string, body: StepBody<unknown>, step: StepContext): unknown => body(step)

/** How the root ended is looked up, not told. */
const ignore = (): void => {}

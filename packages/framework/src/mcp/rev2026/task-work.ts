import { type Driven, type DriverAppend, isDivergence, isLoss, type Work } from '../../log/machine.ts'
import type { QuestionChanges } from '../../log/questions.ts'
import { isRefused } from '../../log/retry.ts'
import { type RunChange, toEnd, toProblem } from '../../log/run-index.ts'
import { defined } from '../../tools/defined.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { DivergenceError, type RecordSizeError, SweatpantsError } from '../../tools/errors.ts'
import type { Json } from '../../tools/json.ts'
import { type Ended, RunHandle } from '../../tools/run-handle.ts'
import type { McpTool } from '../../tools/tool.ts'
import { toCan } from '../core/client-capabilities.ts'
import { ErrorCode, ProtocolError, toErrorObject } from '../core/errors.ts'
import { readAnswer } from '../core/fit-form.ts'
import { toToolResult } from '../core/outcome.ts'
import { toArrival, toSentSignal } from '../core/outside-event.ts'
import { StreamJournal } from './stream-journal.ts'
import type { TaskMachineOptions } from './task-machine.ts'
import { FOREVER, type TaskActivity, type TaskChange, TaskPeer, toKey } from './task-peer.ts'
import { TaskQuestions } from './task-questions.ts'
import {
  deadlineOf,
  EXPIRED,
  LARGE,
  type TaskAbout,
  type TaskEnd,
  type TaskEvent,
  type TaskRegister,
  type TaskState,
} from './task-state.ts'

const MAX_STATUS = 1_000

/** Milliseconds that a task which waits stays in memory. */
export const IDLE = 60_000

/** Milliseconds for which a change that is not urgent waits for the next write. */
const DELAY = 100

/** Milliseconds that a task which is not waiting may go on after its time is up: its question may have just expired. */
const GRACE = 30_000

/** Milliseconds between two looks at a task that goes on after its time is up. */
const LOOK_AGAIN = 1_000

/** A call that goes on without its client. Its stream is the journal of its run, and takes its answers. */
export class TaskWork implements Work<TaskEvent> {
  readonly #options: TaskMachineOptions
  readonly #driven: Driven<TaskState, TaskEvent>
  #about: TaskAbout
  readonly #peer: TaskPeer
  readonly #questions: TaskQuestions
  readonly #journal: StreamJournal
  /** Undefined when this server does not have the tool. */
  readonly #run: RunHandle | undefined
  #heard: number
  /** How often what clients see has changed. */
  #changes = 0
  /** What clients see of the task, as it is stored, and after how many changes. */
  #shown: { activity: TaskActivity; changes: number }
  /** Called when what `take` returned is stored. */
  #onStored: (() => void) | undefined
  #reporting: ReturnType<typeof setTimeout> | undefined
  #isChanged = false
  #isExpired = false
  /** What the last write says about when the task expires. */
  #written: Pick<TaskRegister, 'until' | 'updatedAt'>
  #end: TaskEnd | undefined
  #outcome: RunChange | undefined

  constructor(options: TaskMachineOptions, driven: Driven<TaskState, TaskEvent>) {
    this.#options = options
    this.#driven = driven
    const { about, register, recording, outside, indexed } = driven.state
    const { store, sampler } = options
    this.#about = about
    this.#heard = outside.length
    this.#written = register
    const { capabilities } = about
    const viewOf = (question: ElicitEffect) => options.catalog.questionView(capabilities, question)
    const peer = { store, sampler, capabilities, owner: driven.principal, viewOf }
    this.#peer = new TaskPeer(peer, (what) => this.#changed(what))
    this.#peer.notification = register.statusMessage
    this.#shown = { activity: { inputRequests: {}, statusMessage: register.statusMessage }, changes: 0 }
    this.#questions = new TaskQuestions(this.#peer, indexed)
    const compose = () => ({ ...this.#compose(), ...this.#takeQuestions() })
    this.#journal = new StreamJournal(driven, recording, register, compose)
    const tool = options.catalog.tools.get(about.tool)
    if (tool !== undefined) this.#run = this.#begin(tool)
    else
      this.#block(
        new DivergenceError(`task ${driven.id} runs the tool "${about.tool}", which this server does not have`),
      )
  }

  get run(): RunChange {
    return this.#outcome ?? this.#journal.run
  }

  get waits(): boolean {
    return !this.#isChanged && this.#end === undefined && (this.#run?.waits ?? false)
  }

  get wakeAt(): number | undefined {
    const now = this.#driven.now()
    const deadline = this.#deadline
    // A run that still concludes after its time is looked at now and then.
    const expiry = now < deadline ? deadline : now + LOOK_AGAIN
    const wakeAt = Math.min(this.#run?.wakeAt ?? FOREVER, expiry)
    return wakeAt < FOREVER ? wakeAt : undefined
  }

  /** What the last write says counts until the run waits for something else: a run that is replayed may be blocked first. */
  get #deadline(): number {
    const { until = 0, updatedAt = 0 } = this.#written
    return deadlineOf(this.#about, { until: Math.max(until, this.#until), updatedAt })
  }

  get #until(): number {
    return Math.max(this.#run?.wakeAt ?? 0, this.#peer.until)
  }

  /** Other servers read from the register that a task whose run sleeps for long has not expired. */
  #parked(): void {
    if (this.#until > deadlineOf(this.#about, this.#written)) this.#touch()
  }

  reconcile(): void {
    const { outside, isCancelled } = this.#driven.state
    const now = this.#driven.now()
    if (this.#isOverdue(now)) this.#expire()
    for (const event of outside.slice(this.#heard)) {
      if (event.type === 'signal') {
        this.#run?.signal(event.name, event.value, { id: event.signalId, at: event.timestamp })
      } else {
        this.#peer.close(toKey(event))
        this.#run?.answer({ [event.id]: event.result }, toArrival(event, this.#driven.principal))
      }
    }
    this.#heard = outside.length
    this.#peer.closeExpired(now)
    if (isCancelled) this.#run?.cancel()
  }

  take(): { append?: DriverAppend<TaskEvent>; isLast?: boolean } {
    if (this.#end !== undefined) return { append: this.#conclude(this.#end), isLast: true }
    if (!this.#isChanged) return {}
    this.#isChanged = false
    const questions = this.#takeQuestions()
    const record = this.#questions.takeRecord(this.#driven.fence)
    const { register, onStored } = this.#compose()
    this.#onStored = onStored
    return { append: { ...record, register, isQuiet: true, ...questions } }
  }

  async appended(): Promise<void> {
    this.#onStored?.()
    this.#publish()
  }

  async leave(): Promise<void> {
    clearTimeout(this.#reporting)
    this.#run?.leave()
    await this.#run?.ended.catch(() => {})
  }

  #begin(tool: McpTool): RunHandle {
    const { sampler, onVersionChange, signalUrl } = this.#options
    const { id, principal, runStep, state } = this.#driven
    const { capabilities } = this.#about
    const run = new RunHandle(tool, state.arguments, {
      peer: this.#peer,
      readAnswer,
      onWait: this.#peer.onWait,
      onPark: () => this.#parked(),
      signals: state.outside.flatMap((event) => (event.type === 'signal' ? [toSentSignal(event)] : [])),
      ...(signalUrl && { signalUrl: (_, name) => signalUrl([{ kind: 'task', id }], { type: 'signal', name }) }),
      journal: this.#journal,
      runId: id,
      longSleep: IDLE,
      can: toCan(capabilities, sampler.hasModel),
      runStep,
      onError: this.#options.onError,
      received: state.outside.flatMap((event) =>
        event.type === 'answer' ? [{ answers: { [event.id]: event.result }, ...toArrival(event, principal) }] : [],
      ),
      ...(state.isCancelled && { signal: AbortSignal.abort() }),
      ...defined({ principal, onVersionChange }),
    })
    run.ended.then((ended) => this.#finish(this.#toEnd(tool, ended))).catch((error) => this.#fail(error))
    return run
  }

  #takeQuestions(): { questions?: QuestionChanges } {
    return this.#questions.takeChanges(this.#end !== undefined)
  }

  /** A run that is due itself goes first: its question expires before it does. */
  #isOverdue(now: number): boolean {
    const deadline = this.#deadline
    if (now < deadline || this.#isExpired || this.#end !== undefined) return false
    const isWaiting = this.#run?.waits === true && !(this.#run.wakeAt !== undefined && this.#run.wakeAt <= now)
    return isWaiting || now >= deadline + GRACE
  }

  #reportExpiry(): void {
    const { createdAt, tool } = this.#about
    this.#isExpired = true
    const message = `task ${this.#driven.id} of ${tool}, created ${createdAt}, has expired; raise limits.taskTtl if it may take longer`
    this.#options.onError(new SweatpantsError(message))
  }

  #expire(): void {
    this.#reportExpiry()
    this.#run?.cancel()
  }

  #toEnd(tool: McpTool, ended: Ended): TaskEnd {
    if (this.#isExpired) return EXPIRED
    this.#outcome = toEnd(ended)
    if (ended.type === 'cancelled') return { status: 'cancelled' }
    // A result is JSON.
    return { status: 'completed', result: { ...toToolResult(tool, ended), resultType: 'complete' } as unknown as Json }
  }

  #fail(error: unknown): void {
    if (isLoss(error)) return this.#driven.stop(error)
    if (isDivergence(error)) return this.#block(error)
    // Its data is sent as JSON.
    if (error instanceof ProtocolError)
      return this.#finish({ status: 'failed', error: toErrorObject(error) as NonNullable<TaskEnd['error']> })
    if (!isRefused(error)) return this.#driven.stop(error)
    this.#failFor(error)
  }

  tooLarge(error: RecordSizeError): void {
    this.#failFor(error)
  }

  #failFor(error: SweatpantsError): void {
    this.#options.onError(error)
    this.#finish({ status: 'failed', error: { code: ErrorCode.internal, message: error.message } })
  }

  /** Other code may go on with the task, as long as it has not expired. */
  #block(error: Parameters<Driven<TaskState, TaskEvent>['block']>[0]): void {
    if (this.#driven.now() < this.#deadline) return this.#driven.block(error)
    if (!this.#isExpired) this.#reportExpiry()
    this.#finish(EXPIRED)
  }

  #finish(end: TaskEnd): void {
    this.#end = end
    if (end.error !== undefined) this.#outcome = toProblem('failed', end.error.message)
    this.#driven.ring()
  }

  #conclude({ result, ...end }: TaskEnd): DriverAppend<TaskEvent> {
    const isLarge = result !== undefined && JSON.stringify(result).length > LARGE
    const inline = result !== undefined && !isLarge && { result }
    const now = this.#driven.now()
    this.#about = { ...this.#about, ...end, ...inline, lastUpdatedAt: new Date(now).toISOString() }
    return {
      about: this.#about as unknown as Json,
      expiresAt: now + this.#about.ttlMs,
      ...this.#takeQuestions(),
      ...(isLarge ? { events: [{ type: 'result', result }], commandId: 'result' } : { events: [] }),
    }
  }

  #changed(what: TaskChange): void {
    this.#changes++
    if (what !== 'status') this.#questions.changed()
    if (what === 'asked') this.#touch()
    else this.#reporting ??= setTimeout(() => this.#report(), DELAY)
  }

  /** The journal may have written the change meanwhile. The end is published once it is stored. */
  #report(): void {
    this.#reporting = undefined
    if (this.#end !== undefined) return
    if (this.#shown.changes === this.#changes) this.#publish()
    else this.#touch()
  }

  #touch(): void {
    this.#isChanged = true
    this.#driven.ring()
  }

  #compose(): { register: { [key: string]: Json }; onStored?: () => void } {
    const { inputRequests, statusMessage } = this.#peer
    const until = this.#until
    this.#written = { until, updatedAt: this.#driven.now() }
    const register: TaskRegister = {
      ...this.#journal.register,
      ...this.#questions.register,
      ...(until > 0 && { until }),
      ...(statusMessage !== undefined && { statusMessage: statusMessage.slice(0, MAX_STATUS) }),
      updatedAt: this.#written.updatedAt!,
    }
    const shown = { activity: { inputRequests, statusMessage }, changes: this.#changes }
    const onStored = () => {
      this.#shown = shown
    }
    return {
      register: register as unknown as { [key: string]: Json },
      ...(this.#questions.isCurrent && { onStored }),
    }
  }

  #publish(): void {
    const result = this.#end?.result
    // A task that is over says itself when it ended.
    const isOver = this.#end !== undefined
    const lastUpdatedAt = isOver ? this.#about.lastUpdatedAt : new Date(this.#driven.now()).toISOString()
    const about = { ...this.#about, ...(result !== undefined && { result }), lastUpdatedAt }
    this.#options.onChange(this.#driven.id, this.#driven.principal, about, this.#shown.activity)
  }
}

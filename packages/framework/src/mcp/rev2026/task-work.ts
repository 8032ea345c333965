import type { AnswerEvent } from '../../inbox/question.ts'
import type { Log, Opened, Store, StreamRecord, StreamRef } from '../../log/log.ts'
import {
  type Driven,
  type DriverAppend,
  type DriverRegister,
  isDivergence,
  isLoss,
  type Machine,
  type Work,
} from '../../log/machine.ts'
import type { QuestionChanges } from '../../log/questions.ts'
import { isRefused } from '../../log/retry-write.ts'
import { type RunChange, toEnd, toProblem } from '../../log/run-index.ts'
import type { RunEvent, RunRegister } from '../../log/run-journal.ts'
import type { Arrival } from '../../tools/answer-box.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { SweatpantsError, VersionError } from '../../tools/errors.ts'
import type { Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import { type Ended, RunHandle } from '../../tools/run-handle.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import { findVersion } from '../../tools/tool-versions.ts'
import type { Catalog } from '../core/catalog.ts'
import { type ClientCapabilities, toCan } from '../core/client-capabilities.ts'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import { readAnswer } from '../core/fit-form.ts'
import { toToolResult } from '../core/outcome.ts'
import type { OutsideAnswer, OutsideSignal } from '../core/outside-event.ts'
import type { Sampler } from '../core/sampler.ts'
import { readRecording, StreamJournal } from './stream-journal.ts'
import { FOREVER, type OpenQuestion, type TaskChange, TaskPeer, toKey } from './task-peer.ts'

/** A record of a task: what its run recorded, what it was told, and what is too large for its row. */
export type TaskEvent =
  | RunEvent
  | { type: 'call'; arguments: Json }
  | { type: 'questions'; open: Record<string, OpenQuestion> }
  /** Without `answeredBy` it is the client's. */
  | (Omit<OutsideAnswer, 'answeredBy'> & { answeredBy?: string })
  | OutsideSignal
  | { type: 'cancel'; time: number }
  | { type: 'result'; result: Json }

type Answer = Extract<TaskEvent, { type: 'answer' }>

/** The fields of a task's row. */
export interface TaskAbout {
  tool: string
  version?: string
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  createdAt: string
  lastUpdatedAt: string
  ttlMs: number
  capabilities: ClientCapabilities
  /** Tells whether a repeated request is the one that created the task. */
  claim?: string
  /** Absent when they are large: then the first record has them. */
  arguments?: Json
  /** Absent when it is large: then the record of the command `result` has it. */
  result?: Json
  error?: { code: number; message: string; data?: Json }
}

/** The fields that change while a task runs. */
export interface TaskRegister extends Partial<RunRegister>, Pick<DriverRegister, 'blocked'> {
  /** Absent when they are large: then the record of the command `openAt` has them. */
  open?: Record<string, OpenQuestion>
  openAt?: string
  /** When the last of what the task waits for is due: its questions expire, its sleep or its pause between two attempts is over. */
  until?: number
  statusMessage?: string
  /** When it last changed, while it runs. */
  updatedAt?: number
}

export interface TaskState {
  about: TaskAbout
  arguments: Json
  register: TaskRegister
  recording: Recording | undefined
  answers: readonly Answer[]
  signals: readonly OutsideSignal[]
  isCancelled: boolean
  /** The keys of the questions that the store had open when the task was loaded. */
  indexed: readonly string[]
}

export interface TaskMachineOptions {
  store: Store
  log: Log<TaskEvent>
  signalUrl?: ((refs: readonly StreamRef[], event: AnswerEvent) => string) | undefined
  catalog: Catalog
  sampler: Sampler
  onVersionChange: RunOptions['onVersionChange']
  onError: (error: unknown) => void
  /** Called when this server has another version of a task's tool. */
  onOtherVersion: (error: VersionError) => void
  /** Called when what clients see of a task has changed and is stored. */
  onChange: (taskId: string, principal: string | undefined, about: TaskAbout, peer: TaskPeer) => void
}

export const LARGE = 2_048

/** Characters of questions that the register takes. */
const MAX_OPEN = 4_096

const MAX_STATUS = 1_000

/** Milliseconds that a task which waits stays in memory. */
const IDLE = 60_000

/** Milliseconds for which a change that is not urgent waits for the next write. */
const DELAY = 100

/** Milliseconds that a task which is not waiting may go on after its time is up: its question may have just expired. */
const GRACE = 30_000

/** Milliseconds between two looks at a task that goes on after its time is up. */
const LOOK_AGAIN = 1_000

export const isOver = ({ status }: TaskAbout): boolean => status !== 'working'

/** When a task ends by itself: some time after its last write, and not before what it waits for. */
const deadlineOf = (
  { createdAt, ttlMs }: TaskAbout,
  { until = 0, updatedAt = 0 }: Pick<TaskRegister, 'until' | 'updatedAt'>,
): number => Math.max(Date.parse(createdAt), updatedAt, until) + ttlMs

export function toTaskState(
  { about, register, events }: Pick<Opened<TaskEvent>, 'about' | 'register' | 'events'>,
  indexed: readonly string[] = [],
): TaskState {
  // Only tasks write these.
  const known = about as unknown as TaskAbout
  const kept = (register ?? {}) as unknown as TaskRegister
  const [first] = events
  const initial: TaskState = {
    about: known,
    arguments: first?.event.type === 'call' ? first.event.arguments : known.arguments!,
    register: kept,
    recording: readRecording(kept, events),
    answers: [],
    signals: [],
    isCancelled: false,
    indexed,
  }
  return events.reduce((state, { event }) => reduce(state, event), initial)
}

/** A driver only follows what its task is told: it wrote the rest. */
function reduce(state: TaskState, event: TaskEvent): TaskState {
  if (event.type === 'answer') return { ...state, answers: [...state.answers, event] }
  if (event.type === 'signal') return { ...state, signals: [...state.signals, event] }
  return event.type === 'cancel' ? { ...state, isCancelled: true } : state
}

/** Whether this server has the tool of a task, in the version that its run has. */
export function canDrive(record: StreamRecord, options: TaskMachineOptions): boolean {
  const { catalog, onVersionChange = 'fail', onOtherVersion } = options
  // Only tasks write these.
  const about = record.about as unknown as TaskAbout
  const register = (record.register ?? {}) as unknown as TaskRegister
  const { version } = register.header ?? about
  const tool = catalog.tools.get(about.tool)
  if (tool !== undefined && (findVersion(tool, version) !== undefined || onVersionChange !== 'fail')) return true
  if (tool !== undefined) onOtherVersion(new VersionError('a task', tool.name, version, tool.version))
  // Any server can end what no server could go on with.
  return Date.now() >= deadlineOf(about, register)
}

/** How tasks are driven. */
export const createTaskMachine = (options: TaskMachineOptions): Machine<TaskState, TaskEvent> => ({
  kind: 'task',
  idle: IDLE,
  now: Date.now,
  accepts: (record) => isOver(record.about as unknown as TaskAbout) || canDrive(record, options),
  async load({ id }, fence) {
    // Before the records: an answer that closes a question after this is among them.
    const indexed = await options.store.questions.keys({ kind: 'task', id })
    const opened = await options.log.open(id, fence)
    if (opened === undefined || isOver(opened.about as unknown as TaskAbout)) return undefined
    return { state: toTaskState(opened, indexed), lsn: opened.head }
  },
  reduce,
  begin: (driven) => new TaskWork(options, driven),
  onError: options.onError,
})

/** A call that goes on without its client. Its stream is the journal of its run, and takes its answers. */
class TaskWork implements Work<TaskEvent> {
  readonly #options: TaskMachineOptions
  readonly #driven: Driven<TaskState, TaskEvent>
  #about: TaskAbout
  readonly #peer: TaskPeer
  readonly #journal: StreamJournal
  /** Undefined when this server does not have the tool. */
  readonly #run: RunHandle | undefined
  #heard: number
  #signalled: number
  /** The keys of the questions that are open in the store, unless they were answered since. */
  #indexed: ReadonlySet<string>
  /** Characters of the open questions. Where they are too large for the register, `at` is the command whose record has them. */
  #open: { size: number; at?: string; isCurrent: boolean } = { size: 0, isCurrent: true }
  #spilled = 0
  /** Whether the last write had all that clients see. */
  #isStored = true
  #reporting: ReturnType<typeof setTimeout> | undefined
  #isChanged = false
  #isExpired = false
  /** What the last write says about when the task expires. */
  #written: Pick<TaskRegister, 'until' | 'updatedAt'>
  #end: Pick<TaskAbout, 'status' | 'result' | 'error'> | undefined
  #outcome: RunChange | undefined

  constructor(options: TaskMachineOptions, driven: Driven<TaskState, TaskEvent>) {
    this.#options = options
    this.#driven = driven
    const { about, register, recording, answers, signals, indexed } = driven.state
    const { store, sampler } = options
    this.#about = about
    this.#heard = answers.length
    this.#signalled = signals.length
    this.#indexed = new Set(indexed)
    this.#written = register
    const { capabilities } = about
    const viewOf = (question: ElicitEffect) => options.catalog.questionView(capabilities, question)
    const peer = { store, sampler, capabilities, owner: driven.principal, ...(options.catalog.views && { viewOf }) }
    this.#peer = new TaskPeer(peer, (what) => this.#changed(what))
    this.#peer.notification = register.statusMessage
    const composed = { register: () => this.#compose(), questions: () => this.#takeQuestions() }
    this.#journal = new StreamJournal(driven, recording, register, composed)
    const tool = options.catalog.tools.get(about.tool)
    if (tool === undefined) this.#expire()
    else this.#run = this.#begin(tool)
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
    const { answers, signals, isCancelled } = this.#driven.state
    const now = this.#driven.now()
    if (this.#isOverdue(now)) this.#expire()
    for (const answer of answers.slice(this.#heard)) {
      this.#peer.close(toKey(answer))
      this.#run?.answer({ [answer.id]: answer.result }, this.#toArrival(answer))
    }
    this.#heard = answers.length
    for (const { name, value, signalId, timestamp } of signals.slice(this.#signalled)) {
      this.#run?.signal(name, value, { id: signalId, at: timestamp })
    }
    this.#signalled = signals.length
    this.#peer.closeExpired(now)
    if (isCancelled) this.#run?.cancel()
  }

  take(): { append?: DriverAppend<TaskEvent>; isLast?: boolean } {
    if (this.#end !== undefined) return { append: this.#conclude(this.#end), isLast: true }
    if (!this.#isChanged) return {}
    this.#isChanged = false
    const questions = this.#takeQuestions()
    const append = { register: this.#compose(), isQuiet: true, ...(questions && { questions }) }
    if (this.#open.size <= MAX_OPEN) return { append: { ...append, events: [] } }
    const commandId = `questions/${this.#driven.fence}.${++this.#spilled}`
    this.#open = { ...this.#open, at: commandId, isCurrent: true }
    const events = [{ type: 'questions' as const, open: Object.fromEntries(this.#peer.open) }]
    return { append: { ...append, events, commandId, register: this.#compose() } }
  }

  async appended(): Promise<void> {
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
    const asked = state.register.progress?.asked ?? {}
    const run = new RunHandle(tool, state.arguments, {
      peer: this.#peer,
      readAnswer,
      onWait: this.#peer.onWait,
      onPark: () => this.#parked(),
      signals: state.signals.map(({ signalId, name, value, timestamp }) => ({
        id: signalId,
        name,
        value,
        at: timestamp,
      })),
      ...(signalUrl && { signalUrl: (_, name) => signalUrl([{ kind: 'task', id }], { type: 'signal', name }) }),
      journal: this.#journal,
      runId: id,
      longSleep: IDLE,
      can: toCan(capabilities, sampler.hasModel),
      runStep,
      onError: this.#options.onError,
      received: state.answers
        .filter(({ at, attempt }) => (asked[at]?.attempt ?? 1) <= attempt)
        .map((answer) => ({ answers: { [answer.id]: answer.result }, ...this.#toArrival(answer) })),
      ...(state.isCancelled && { signal: AbortSignal.abort() }),
      ...(principal !== undefined && { principal }),
      ...(onVersionChange !== undefined && { onVersionChange }),
    })
    run.ended.then((ended) => this.#finish(this.#toEnd(tool, ended))).catch((error) => this.#fail(error))
    return run
  }

  #toArrival({ timestamp, answeredBy = this.#driven.principal }: Answer): Arrival {
    return { at: timestamp, ...(answeredBy !== undefined && { by: answeredBy }) }
  }

  /** Returns what has to change in the index. The write that it goes with says so too. */
  #takeQuestions(): QuestionChanges | undefined {
    const { indexed } = this.#peer
    const isEnded = this.#end !== undefined
    const opens = isEnded ? [] : [...indexed.values()].filter(({ key }) => !this.#indexed.has(key))
    const closes = [...this.#indexed].filter((key) => isEnded || !indexed.has(key))
    this.#indexed = new Set(isEnded ? [] : indexed.keys())
    return opens.length === 0 && closes.length === 0 ? undefined : { opens, closes }
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
    if (this.#run === undefined) this.#finish(EXPIRED)
    else this.#run.cancel()
  }

  #toEnd(tool: McpTool, ended: Ended): Pick<TaskAbout, 'status' | 'result' | 'error'> {
    if (this.#isExpired) return EXPIRED
    this.#outcome = toEnd(ended)
    if (ended.type === 'cancelled') return { status: 'cancelled' }
    // A result is JSON.
    return { status: 'completed', result: { ...toToolResult(tool, ended), resultType: 'complete' } as unknown as Json }
  }

  #fail(error: unknown): void {
    if (isLoss(error)) return this.#driven.stop(error)
    if (isDivergence(error)) return this.#block(error)
    if (error instanceof ProtocolError) {
      const { code, message, data } = error
      return this.#finish({
        status: 'failed',
        error: { code, message, ...(data !== undefined && { data: data as Json }) },
      })
    }
    if (!isRefused(error)) return this.#driven.stop(error)
    this.#options.onError(error)
    this.#finish({ status: 'failed', error: { code: ErrorCode.internal, message: error.message } })
  }

  /** Other code may go on with the task, as long as it has not expired. */
  #block(error: Parameters<Driven<TaskState, TaskEvent>['block']>[0]): void {
    if (this.#driven.now() < this.#deadline) return this.#driven.block(error)
    if (!this.#isExpired) this.#reportExpiry()
    this.#finish(EXPIRED)
  }

  #finish(end: Pick<TaskAbout, 'status' | 'result' | 'error'>): void {
    this.#end = end
    if (end.error !== undefined) this.#outcome = toProblem('failed', end.error.message)
    this.#driven.ring()
  }

  #conclude({ result, ...end }: Pick<TaskAbout, 'status' | 'result' | 'error'>): DriverAppend<TaskEvent> {
    const isLarge = result !== undefined && JSON.stringify(result).length > LARGE
    const inline = result !== undefined && !isLarge && { result }
    const now = this.#driven.now()
    const questions = this.#takeQuestions()
    this.#about = { ...this.#about, ...end, ...inline, lastUpdatedAt: new Date(now).toISOString() }
    return {
      about: this.#about as unknown as Json,
      expiresAt: now + this.#about.ttlMs,
      ...(questions && { questions }),
      ...(isLarge ? { events: [{ type: 'result', result }], commandId: 'result' } : { events: [] }),
    }
  }

  #changed(what: TaskChange): void {
    this.#isStored = false
    if (what !== 'status') {
      const size = JSON.stringify(Object.fromEntries(this.#peer.open)).length
      this.#open = { ...this.#open, size, isCurrent: size <= MAX_OPEN }
    }
    if (what === 'asked') this.#touch()
    else this.#reporting ??= setTimeout(() => this.#report(), DELAY)
  }

  /** The journal may have written the change meanwhile. */
  #report(): void {
    this.#reporting = undefined
    if (this.#isStored) this.#publish()
    else this.#touch()
  }

  #touch(): void {
    this.#isChanged = true
    this.#driven.ring()
  }

  #compose(): { [key: string]: Json } {
    this.#isStored = this.#open.isCurrent
    const { statusMessage, open } = this.#peer
    const until = this.#until
    this.#written = { until, updatedAt: this.#driven.now() }
    const register: TaskRegister = {
      ...this.#journal.register,
      ...(this.#open.size <= MAX_OPEN
        ? { open: Object.fromEntries(open) }
        : this.#open.at !== undefined && { openAt: this.#open.at }),
      ...(until > 0 && { until }),
      ...(statusMessage !== undefined && { statusMessage: statusMessage.slice(0, MAX_STATUS) }),
      updatedAt: this.#written.updatedAt!,
    }
    return register as unknown as { [key: string]: Json }
  }

  /** A task that is over says itself when it ended. */
  get #lastUpdatedAt(): string {
    return this.#end === undefined ? new Date(this.#driven.now()).toISOString() : this.#about.lastUpdatedAt
  }

  #publish(): void {
    const result = this.#end?.result
    const about = { ...this.#about, ...(result !== undefined && { result }), lastUpdatedAt: this.#lastUpdatedAt }
    this.#options.onChange(this.#driven.id, this.#driven.principal, about, this.#peer)
  }
}

const EXPIRED = {
  status: 'failed' as const,
  error: { code: ErrorCode.internal, message: 'the task expired before it was completed', data: { reason: 'expired' } },
}

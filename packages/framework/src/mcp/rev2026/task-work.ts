import { type Driven, type DriverAppend, isDivergence, isLoss, type Machine, type Work } from '../../log/driver.ts'
import type { Log, Opened } from '../../log/log.ts'
import type { RunRegister } from '../../log/run-journal.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import { type Entry, emptyProgress, type Journal, type Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import { RunHandle } from '../../tools/run-handle.ts'
import { toToolResult } from '../call-outcome.ts'
import type { Catalog } from '../catalog.ts'
import { toCan } from '../client-capabilities.ts'
import type { EventHub } from '../events.ts'
import type { InputRequest } from '../input-request.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import type { Sampler } from '../sampler.ts'
import { tracePeer, traceSteps } from '../telemetry.ts'
import { TaskPeer } from './task-peer.ts'
import { isOver, type TaskData, toTask } from './task-record.ts'

/** What is in the stream of a task: what its run has recorded, and what it was told. */
export type TaskEvent =
  | { type: 'entry'; entry: Entry }
  | { type: 'answer'; id: string; at: string; attempt: number; answer: unknown; time: number }
  | { type: 'cancel'; time: number }

/** A question as it was published. */
export interface OpenQuestion {
  id: string
  at: string
  attempt: number
  request: InputRequest
}

/** Beside the stream: the run's own register, and what its client is asked now. */
export interface TaskRegister extends Partial<RunRegister> {
  open: Record<string, OpenQuestion>
  statusMessage?: string
}

export interface TaskState {
  lsn: number
  data: TaskData
  register: TaskRegister
  entries: { lsn: number; entry: Entry }[]
  answers: Extract<TaskEvent, { type: 'answer' }>[]
  isCancelled: boolean
}

export interface TaskMachineOptions {
  log: Log<TaskEvent>
  catalog: Catalog
  sampler: Sampler
  hub: EventHub
  onError: (error: unknown) => void
}

export const toState = ({
  about,
  register,
  events,
}: Pick<Opened<TaskEvent>, 'about' | 'register' | 'events'>): TaskState =>
  events.reduce((state, { event, lsn }) => reduce(state, event, lsn), {
    lsn: 0,
    data: about as unknown as TaskData,
    register: (register ?? { open: {} }) as unknown as TaskRegister,
    entries: [],
    answers: [],
    isCancelled: false,
  } as TaskState)

function reduce(state: TaskState, event: TaskEvent, lsn: number): TaskState {
  switch (event.type) {
    case 'entry':
      // Its own journal is the only reader, and it has begun by then.
      return {
        ...state,
        lsn,
        entries:
          state.lsn === 0 || state.entries.length > 0 ? [...state.entries, { lsn, entry: event.entry }] : state.entries,
      }
    case 'answer':
      return { ...state, lsn, answers: [...state.answers, event] }
    case 'cancel':
      return { ...state, lsn, isCancelled: true }
  }
}

const IDLE = 60_000

export const createTaskMachine = (options: TaskMachineOptions): Machine<TaskState, TaskEvent> => ({
  kind: 'task',
  idle: IDLE,
  now: Date.now,
  accepts({ about }) {
    const data = about as unknown as TaskData
    return isOver(data) || options.catalog.tools.has(data.tool)
  },
  async load({ id }, fence) {
    const opened = await options.log.open(id, fence)
    if (opened === undefined || isOver(opened.about as unknown as TaskData)) return undefined
    return { state: toState(opened), lsn: opened.head }
  },
  // A driver reads only what clients append: it wrote the entries itself.
  reduce: (state, event, lsn) => (event.type === 'entry' ? { ...state, lsn } : reduce(state, event, lsn)),
  begin: (driven) => new TaskWork(options, driven),
  onError: options.onError,
})

/** One task: a run whose stream takes answers as well. */
class TaskWork implements Work<TaskEvent> {
  readonly #options: TaskMachineOptions
  readonly #driven: Driven<TaskState, TaskEvent>
  readonly #peer: TaskPeer
  readonly #run: RunHandle
  readonly #data: TaskData
  #register: TaskRegister
  #heard: number
  #end: Partial<TaskData> | undefined
  #isOver = false
  #isDirty = false
  #isExpired = false

  constructor(options: TaskMachineOptions, driven: Driven<TaskState, TaskEvent>) {
    this.#options = options
    this.#driven = driven
    const { state, id } = driven
    this.#data = state.data
    this.#register = state.register
    this.#heard = state.answers.length
    const { sampler, catalog } = options
    const { capabilities, principal, arguments: args } = state.data
    const tool = catalog.tool(state.data.tool)
    this.#peer = new TaskPeer(sampler, capabilities, () => this.#changed())
    const runStep = traceSteps()
    const asked = state.register.progress?.asked ?? {}
    this.#run = new RunHandle(tool, args ?? undefined, {
      peer: tracePeer(this.#peer),
      journal: this.#createJournal(),
      runId: id,
      can: toCan(capabilities, sampler.hasModel),
      received: state.answers
        .filter(({ at, attempt }) => (asked[at]?.attempt ?? 1) <= attempt)
        .map(({ id, answer, time }) => ({ answers: { [id]: answer }, at: time })),
      ...(state.isCancelled && { signal: AbortSignal.abort() }),
      ...(runStep !== undefined && { runStep }),
      ...(principal !== null && { principal }),
    })
    this.#run.ended
      .then((result): Partial<TaskData> => {
        if (this.#isExpired)
          return { status: 'failed', error: { code: ErrorCode.internal, message: 'the task has expired' } }
        if (result.type === 'cancelled') return { status: 'cancelled' }
        return {
          status: 'completed',
          result: { ...toToolResult(tool, result), resultType: 'complete' } as unknown as Json,
        }
      })
      .then(
        (end) => this.#finish(end),
        (error) => this.#fail(error),
      )
  }

  get waits(): boolean {
    return !this.#isDirty && this.#end === undefined && this.#run.waits
  }

  get wakeAt(): number | undefined {
    return Math.min(this.#run.wakeAt ?? Number.POSITIVE_INFINITY, this.#deadline)
  }

  get #deadline(): number {
    return Date.parse(this.#data.createdAt) + this.#data.ttlMs
  }

  reconcile(): void {
    const { answers, isCancelled } = this.#driven.state
    for (const { id, answer, time } of answers.slice(this.#heard)) this.#run.answer({ [id]: answer }, time)
    this.#heard = answers.length
    if (this.#driven.now() >= this.#deadline && this.#end === undefined && !this.#isExpired) {
      this.#isExpired = true
      this.#options.onError(new SweatpantsError(`task ${this.#driven.id} of ${this.#data.tool} has expired`))
      this.#run.cancel()
    }
    if (isCancelled) this.#run.cancel()
  }

  take(): { append?: DriverAppend<TaskEvent>; isLast?: boolean } {
    if (this.#end !== undefined && !this.#isOver) {
      this.#isOver = true
      const about = { ...this.#data, ...this.#end, lastUpdatedAt: new Date().toISOString() }
      const expiresAt = this.#driven.now() + this.#data.ttlMs
      this.#publish(about)
      return { append: { events: [], about: about as unknown as Json, expiresAt }, isLast: true }
    }
    if (!this.#isDirty || this.#register.header === undefined) return {}
    this.#isDirty = false
    return { append: { events: [], register: this.#compose() } }
  }

  async leave(): Promise<void> {
    this.#run.leave()
    await this.#run.ended.catch(() => {})
  }

  #finish(end: Partial<TaskData>): void {
    this.#end = end
    this.#driven.ring()
  }

  #fail(error: unknown): void {
    if (isLoss(error)) return this.#driven.stop(error)
    if (isDivergence(error)) return this.#driven.block(error)
    if (error instanceof ProtocolError) {
      const { code, message, data } = error
      return this.#finish({
        status: 'failed',
        error: { code, message, ...(data !== undefined && { data: data as Json }) },
      })
    }
    if (!(error instanceof SweatpantsError)) return this.#driven.stop(error)
    this.#options.onError(error)
    this.#finish({ status: 'failed', error: { code: ErrorCode.internal, message: error.message } })
  }

  /** Questions or the message have changed. */
  #changed(): void {
    this.#isDirty = true
    this.#driven.ring()
    this.#publish(this.#data)
  }

  #publish(data: TaskData): void {
    const { inputRequests, statusMessage } = this.#peer
    const task = toTask(this.#driven.id, data, { inputRequests, statusMessage })
    this.#options.hub.publish({ type: 'task_changed', principal: data.principal ?? undefined, task })
  }

  #compose(): { [key: string]: Json } {
    const { statusMessage } = this.#peer
    const register = { ...this.#register, open: this.#peer.open, ...(statusMessage !== undefined && { statusMessage }) }
    return register as unknown as { [key: string]: Json }
  }

  /** The stream of the task is the journal of its run. */
  #createJournal(): Journal {
    return {
      read: (): Recording | undefined => {
        const { register, entries } = this.#driven.state
        const { header, progress, revision, after = 0 } = register
        if (header === undefined) return undefined
        const kept = entries.filter(({ lsn }) => lsn > after).map(({ entry }) => entry)
        return { header, revision: revision!, progress: progress ?? emptyProgress(), entries: kept }
      },
      append: (revision, { header = this.#register.header!, entries, progress }) => {
        this.#register = { ...this.#register, header, progress, revision: revision + 1 }
        this.#isDirty = false
        const events = entries.map((entry) => ({ type: 'entry' as const, entry }))
        const append = { events, register: this.#compose(), isQuiet: true }
        return this.#driven.write(append).then(() => {})
      },
    }
  }
}

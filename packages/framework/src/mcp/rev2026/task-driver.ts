import { type Drain, Drained } from '../../tools/drain.ts'
import { JournalConflictError, SweatpantsError } from '../../tools/errors.ts'
import type { Json } from '../../tools/json.ts'
import type { LiveRunOptions } from '../../tools/live-run.ts'
import type { RunStore } from '../../tools/run-store.ts'
import { toToolResult } from '../call-outcome.ts'
import type { Catalog } from '../catalog.ts'
import { toCan } from '../client-capabilities.ts'
import type { EventHub } from '../events.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import type { Sampler } from '../sampler.ts'
import { traceSteps } from '../telemetry.ts'
import { LiveTask } from './live-task.ts'
import { createPatientJournal } from './patient-journal.ts'
import { TaskInbox, toReceived } from './task-inbox.ts'
import { TaskLeases, TaskTakenError } from './task-leases.ts'
import { TaskPeer } from './task-peer.ts'
import { isOver, putTask, readTask, type TaskData, toTask } from './task-record.ts'
import { viewTask } from './view-task.ts'

export interface TaskDriverOptions {
  store: RunStore
  catalog: Catalog
  sampler: Sampler
  hub: EventHub
  drain: Drain
  onError: (error: unknown) => void
}

/** Another process goes on with the run. */
export const isElsewhere = (error: unknown): boolean =>
  error instanceof JournalConflictError || error instanceof TaskTakenError

/** The runs of tasks in this process: of those that it drives, and of those that wait for their client and are anybody's. */
export class TaskDriver {
  readonly #options: TaskDriverOptions
  readonly #store: RunStore
  readonly #leases: TaskLeases
  readonly #live = new Map<string, LiveTask>()
  /** Comes when what a run has come to is kept, and its task is nobody's any more. */
  readonly #settled = new WeakMap<LiveTask, Promise<void>>()

  constructor(options: TaskDriverOptions) {
    this.#options = options
    this.#store = options.store
    this.#leases = new TaskLeases({
      store: this.#store,
      tend: (taskId) => this.#tend(taskId),
      retry: (taskId) => this.#takeUp(taskId),
      onError: options.onError,
    })
  }

  /** Begins a new task, which is ours from when it is stored. */
  async begin(taskId: string, data: TaskData): Promise<void> {
    const since = Date.now()
    await putTask(this.#store, taskId, data, this.#leases.claim)
    this.#leases.keep(taskId, since)
    this.#start(taskId, data)
  }

  /** The run in this process, begun where there is none; nothing while another node drives the task, or when it is over. */
  async wake(taskId: string, data: TaskData): Promise<LiveTask | undefined> {
    for (;;) {
      // Before it is taken: another node may have the tool.
      if (!this.#live.has(taskId)) this.#options.catalog.tool(data.tool)
      if (!(await this.#leases.take(taskId))) {
        this.#drop(taskId)
        return undefined
      }
      await this.#dropIfBehind(taskId)
      const known = this.#live.get(taskId)
      if (known !== undefined) return known
      const [left, latest] = await Promise.all([this.#readLeft(taskId), readTask(this.#store, taskId)])
      if (latest === undefined || isOver(latest)) {
        await this.#leases.release(taskId)
        return undefined
      }
      const live = this.#live.get(taskId)
      if (live !== undefined) return live
      // A run that has ended here meanwhile has given it back.
      if (this.#leases.allows(taskId)) return this.#start(taskId, latest, left)
    }
  }

  /** As clients see it, from the run in this process, or from what is stored while another node drives it. */
  async describe(taskId: string, data: TaskData): Promise<Record<string, unknown>> {
    await this.#dropIfBehind(taskId)
    const live = this.#live.get(taskId) ?? (await this.wake(taskId, data))
    if (live === undefined) {
      const latest = (await readTask(this.#store, taskId)) ?? data
      return toTask(taskId, latest, isOver(latest) ? undefined : await this.view(taskId, latest))
    }
    await live.replayed
    const left = live.asks ? await this.inbox(taskId).read() : undefined
    const latest = (await readTask(this.#store, taskId)) ?? data
    const { inputRequests, statusMessage } = this.#live.get(taskId) ?? live
    // What was answered elsewhere is not asked again here, whoever is to take it.
    for (const { key } of left?.answers ?? []) delete inputRequests[key]
    return toTask(taskId, latest, { inputRequests, statusMessage })
  }

  /** What a task that another node drives waits for. */
  async view(taskId: string, data: TaskData): Promise<TaskPeer> {
    const recording = await this.#store.journal(taskId).read()
    const { answers } = await this.inbox(taskId).read()
    const peer = new TaskPeer(this.#options.sampler, data.capabilities, () => {})
    await viewTask(peer, { ...this.#toRun(taskId, data), recording })
    peer.take(Object.fromEntries(answers.map(({ key, answer }) => [key, answer])))
    return peer
  }

  inbox(taskId: string): TaskInbox {
    return new TaskInbox(this.#store, taskId)
  }

  async isBehind(taskId: string, { revision }: LiveTask): Promise<boolean> {
    return (await this.#store.journal(taskId).read())?.revision !== revision
  }

  /** Comes when no run is in the middle of something, and nothing is held. */
  async drained(): Promise<void> {
    for (;;) {
      const acting = [...this.#live.values()].filter(({ waits }) => !waits)
      if (acting.length === 0) break
      await Promise.allSettled(acting.map((live) => this.#settled.get(live)))
    }
    await this.#leases.releaseAll()
  }

  close(): void {
    this.#leases.close()
  }

  /** What was said while nobody listened. */
  async #readLeft(taskId: string): Promise<Pick<LiveRunOptions, 'received' | 'signal'>> {
    const { answers, isCancelled } = await this.inbox(taskId).read()
    const recording = answers.length === 0 ? undefined : await this.#store.journal(taskId).read()
    const received = toReceived(answers, recording?.progress.refused)
    return { received, ...(isCancelled && { signal: AbortSignal.abort() }) }
  }

  /** Takes what was left for a run that is here. */
  async #hear(taskId: string): Promise<void> {
    const left = await this.inbox(taskId).read()
    // What it has heard stays there, and is no reason to take a task that waits.
    if (!this.#live.get(taskId)?.wants(left) || !(await this.#leases.take(taskId))) return
    const { answers, isCancelled } = left
    const live = this.#live.get(taskId)
    if (isCancelled) live?.cancel()
    // They are kept: when they cannot be recorded here, whoever goes on with the run has them.
    live?.answer(Object.fromEntries(answers.map(({ key, answer }) => [key, answer]))).catch(() => {})
  }

  /** A run that waits is anybody's; one that acts stays ours. */
  async #tend(taskId: string): Promise<void> {
    const live = this.#live.get(taskId)
    // Not begun yet, or not quite ended: it is not held on to.
    if (live === undefined) return this.#leases.holds(taskId) ? undefined : this.#leases.forget(taskId)
    await (live.waits ? this.#leases.release(taskId) : this.#leases.renew(taskId))
    // After it was given back: what somebody has left who could not have it before is found by one of the two.
    await this.#hear(taskId)
  }

  /** Goes on with a task of a node that has died since this one was asked for it. */
  async #takeUp(taskId: string): Promise<void> {
    const data = await readTask(this.#store, taskId)
    if (data !== undefined && !isOver(data)) await this.wake(taskId, data)
  }

  /** A run that another process has gone on with is taken up again from its journal. */
  async #dropIfBehind(taskId: string): Promise<void> {
    const live = this.#live.get(taskId)
    if (!live?.waits || !(await this.isBehind(taskId, live))) return
    if (this.#live.get(taskId) === live) this.#drop(taskId)
  }

  /** Lets go of a run that waits. */
  #drop(taskId: string): void {
    const live = this.#live.get(taskId)
    if (!live?.waits) return
    this.#live.delete(taskId)
    live.leave()
  }

  #toRun(taskId: string, { tool, arguments: args, capabilities, principal }: TaskData) {
    const { catalog, sampler } = this.#options
    return {
      tool: catalog.tool(tool),
      arguments: args ?? undefined,
      runId: taskId,
      can: toCan(capabilities, sampler.hasModel),
      ...(principal !== null && { principal }),
    }
  }

  #start(taskId: string, data: TaskData, left: Pick<LiveRunOptions, 'received' | 'signal'> = {}): LiveTask {
    const { sampler, hub, drain, onError } = this.#options
    const { tool, arguments: args, ...options } = this.#toRun(taskId, data)
    const publish = () =>
      hub.publish({
        type: 'task_changed',
        principal: data.principal ?? undefined,
        task: toTask(taskId, data, this.#live.get(taskId)),
      })
    const peer = new TaskPeer(sampler, data.capabilities, () => this.#live.has(taskId) && publish())
    const runStep = traceSteps()
    const stored = createPatientJournal(this.#store.journal(taskId), {
      isOurs: () => this.#leases.holds(taskId),
      onError,
    })
    const journal = drain.over(this.#leases.over(taskId, stored))
    const live = new LiveTask(tool, args, peer, journal, {
      ...options,
      ...left,
      ...(runStep !== undefined && { runStep }),
    })
    this.#live.set(taskId, live)
    const settled = live.ended
      .then((result): Partial<TaskData> => {
        if (result.type === 'cancelled') return { status: 'cancelled' }
        return {
          status: 'completed',
          result: { ...toToolResult(tool, result), resultType: 'complete' } as unknown as Json,
        }
      })
      .catch((error: unknown): Partial<TaskData> | undefined => this.#failure(error))
      .then(async (end) => {
        if (end === undefined) return
        const ended = { ...data, ...end, lastUpdatedAt: new Date().toISOString() }
        await putTask(this.#store, taskId, ended)
        Object.assign(data, ended)
        this.#leases.forget(taskId)
      })
      .finally(async () => {
        const isLast = this.#live.get(taskId) === live
        if (isLast) this.#live.delete(taskId)
        if (isOver(data)) publish()
        else if (isLast) await this.#leases.release(taskId).catch(onError)
      })
      .catch(onError)
    this.#settled.set(live, settled)
    return live
  }

  /**
   * How a run that has no result ends its task; not at all, when another process goes on with it, or when its store was away:
   * whoever asks for it next goes on from the journal.
   */
  #failure(error: unknown): Partial<TaskData> | undefined {
    if (error instanceof Drained || isElsewhere(error)) return undefined
    if (error instanceof ProtocolError) {
      const { code, message, data } = error
      return { status: 'failed', error: { code, message, ...(data !== undefined && { data: data as Json }) } }
    }
    this.#options.onError(error)
    if (!(error instanceof SweatpantsError)) return undefined
    return { status: 'failed', error: { code: ErrorCode.internal, message: error.message } }
  }
}

import type { Drain } from '../../tools/drain.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import type { Recording } from '../../tools/journal.ts'
import type { RunStore } from '../../tools/run-store.ts'
import { mintId } from '../../tools/seed.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { Catalog } from '../catalog.ts'
import type { ClientCapabilities } from '../client-capabilities.ts'
import type { EventHub } from '../events.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import type { Sampler } from '../sampler.ts'
import { isElsewhere, TaskDriver } from './task-driver.ts'
import { isOver, readTask, readTaskArguments, type TaskData, toTask } from './task-record.ts'

export interface NewTask {
  tool: McpTool
  arguments: unknown
  principal: string | undefined
  capabilities: ClientCapabilities
  /** A run that has begun as a call. */
  begun?: Recording
}

/** Milliseconds until a run that another process has gone on with is looked at again. */
const BEHIND_FOR = 20

/**
 * Calls that go on without their client. A task is stored before it is announced, and any process may go on with it, one at a
 * time: the others answer from what is stored, and keep what they are told for the one that drives it.
 */
export class Tasks {
  readonly #store: RunStore
  readonly #ttl: number
  readonly #driver: TaskDriver
  readonly #onError: (error: unknown) => void

  constructor(
    store: RunStore,
    catalog: Catalog,
    sampler: Sampler,
    hub: EventHub,
    drain: Drain,
    ttl: number,
    onError: (error: unknown) => void,
  ) {
    this.#store = store
    this.#ttl = ttl
    this.#onError = onError
    this.#driver = new TaskDriver({ store, catalog, sampler, hub, drain, onError })
  }

  async create({ tool, arguments: args, principal, capabilities, begun }: NewTask): Promise<Record<string, unknown>> {
    const taskId = mintId()
    const now = new Date()
    const data: TaskData = {
      tool: tool.name,
      arguments: readTaskArguments(tool, args),
      principal: principal ?? null,
      capabilities,
      status: 'working',
      createdAt: now.toISOString(),
      lastUpdatedAt: now.toISOString(),
      ttlMs: this.#ttl,
    }
    await this.#store.collect(now.getTime())
    if (begun !== undefined) await this.#store.journal(taskId).append(0, begun)
    await this.#driver.begin(taskId, data)
    return { resultType: 'task', ...toTask(taskId, data) }
  }

  get(taskId: string, principal: string | undefined): Promise<Record<string, unknown>> {
    return this.#reach(async () => {
      const data = await this.#read(taskId, principal)
      return isOver(data) ? toTask(taskId, data) : this.#driver.describe(taskId, data)
    })
  }

  /**
   * Comes when the answers are recorded, or kept for whoever drives the task. Where another process was faster, they are given
   * to the run as that has left it.
   */
  update(taskId: string, principal: string | undefined, answers: Record<string, unknown>): Promise<void> {
    return this.#reach(() => this.#update(taskId, principal, answers))
  }

  cancel(taskId: string, principal: string | undefined): Promise<void> {
    return this.#reach(async () => {
      const data = await this.#read(taskId, principal)
      if (isOver(data)) return
      // Kept first: if this process ends now, whoever goes on with the task ends it.
      await this.#driver.inbox(taskId).cancel(data.ttlMs)
      const live = await this.#driver.wake(taskId, data)
      live?.cancel()
    })
  }

  /** Comes when no task is in the middle of something: each stops at its next write, or waits for its client. */
  drained(): Promise<void> {
    return this.#driver.drained()
  }

  /** Nothing is held on to from now on, nor taken up. */
  close(): void {
    this.#driver.close()
  }

  /** What a store says of itself is not for clients; all of these may be asked again. */
  async #reach<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof SweatpantsError) throw error
      this.#onError(error)
      throw new ProtocolError(ErrorCode.internal, 'what is kept of this task cannot be reached just now; try again')
    }
  }

  async #update(taskId: string, principal: string | undefined, answers: Record<string, unknown>): Promise<void> {
    for (;;) {
      const data = await this.#read(taskId, principal)
      if (isOver(data)) return
      const live = await this.#driver.wake(taskId, data)
      if (live === undefined) {
        await this.#leaveAnswers(taskId, data, answers)
        return
      }
      await live.replayed
      try {
        if (await live.answer(answers)) return
        // Something has no question here: another process has asked it, or this one is about to.
        if (!(await this.#driver.isBehind(taskId, live)) && (await this.#leaveAnswers(taskId, data, answers))) return
      } catch (error) {
        if (!isElsewhere(error)) throw error
      }
      // It finds out at its next write, or asks after it.
      await new Promise((resolve) => setTimeout(resolve, BEHIND_FOR))
    }
  }

  /** Keeps what answers an open question, as the journal has it; the rest is ignored. False when nobody would look for it. */
  async #leaveAnswers(taskId: string, data: TaskData, answers: Record<string, unknown>): Promise<boolean> {
    const taken = (await this.#driver.view(taskId, data)).take(answers)
    if (taken.length === 0) return true
    // What is not claimed is not tended either.
    if (this.#store.claim === undefined) return false
    await this.#driver.inbox(taskId).answer(taken, data.ttlMs)
    // It may have been given back since.
    await this.#driver.wake(taskId, data)
    return true
  }

  /** Foreign, unknown and expired are the same to whoever asks. */
  async #read(taskId: string, principal: string | undefined): Promise<TaskData> {
    const data = await readTask(this.#store, taskId)
    if (data?.principal === (principal ?? null)) return data
    throw new ProtocolError(ErrorCode.invalidParams, `there is no task ${JSON.stringify(taskId)}; it may have expired`)
  }
}

import { type Drain, Drained } from '../../tools/drain.ts'
import { JournalConflictError, JsonError, SweatpantsError } from '../../tools/errors.ts'
import type { Recording } from '../../tools/journal.ts'
import { type Json, toJson } from '../../tools/json.ts'
import type { RunStore } from '../../tools/run-store.ts'
import { mintId } from '../../tools/seed.ts'
import type { McpTool } from '../../tools/tool.ts'
import { toToolResult } from '../call-outcome.ts'
import type { Catalog } from '../catalog.ts'
import { type ClientCapabilities, toCan } from '../client-capabilities.ts'
import type { EventHub } from '../events.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import type { Sampler } from '../sampler.ts'
import { traceSteps } from '../telemetry.ts'
import { LiveTask } from './live-task.ts'
import { TaskPeer } from './task-peer.ts'

type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** What is kept of a task beside its journal. */
interface TaskData {
  tool: string
  arguments: Json
  principal: string | null
  capabilities: ClientCapabilities
  status: Status
  createdAt: string
  lastUpdatedAt: string
  ttlMs: number
  result?: Json
  error?: { code: number; message: string; data?: Json }
}

export interface NewTask {
  tool: McpTool
  arguments: unknown
  principal: string | undefined
  capabilities: ClientCapabilities
  /** A run that has begun as a call. */
  begun?: Recording
}

const POLL_INTERVAL = 1_000
/** Milliseconds until a run that another process has gone on with is looked at again. */
const BEHIND_FOR = 20
const isOver = (status: Status): boolean => status === 'completed' || status === 'failed' || status === 'cancelled'

/** Calls that go on without their client. A task is stored before it is announced, and any process may go on with it. */
export class Tasks {
  readonly #store: RunStore
  readonly #catalog: Catalog
  readonly #sampler: Sampler
  readonly #hub: EventHub
  readonly #drain: Drain
  readonly #ttl: number
  readonly #onError: (error: unknown) => void
  readonly #live = new Map<string, LiveTask>()

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
    this.#catalog = catalog
    this.#sampler = sampler
    this.#hub = hub
    this.#drain = drain
    this.#ttl = ttl
    this.#onError = onError
  }

  async create({ tool, arguments: args, principal, capabilities, begun }: NewTask): Promise<Record<string, unknown>> {
    const taskId = mintId()
    const now = new Date()
    const data: TaskData = {
      tool: tool.name,
      arguments: readArguments(tool, args),
      principal: principal ?? null,
      capabilities,
      status: 'working',
      createdAt: now.toISOString(),
      lastUpdatedAt: now.toISOString(),
      ttlMs: this.#ttl,
    }
    await this.#store.collect(now.getTime())
    if (begun !== undefined) await this.#store.journal(taskId).append(0, begun)
    await this.#put(taskId, data)
    this.#start(taskId, data)
    return { resultType: 'task', ...toTask(taskId, data) }
  }

  async get(taskId: string, principal: string | undefined): Promise<Record<string, unknown>> {
    const data = await this.#read(taskId, principal)
    if (isOver(data.status)) return toTask(taskId, data)
    await (await this.#wake(taskId, data)).replayed
    return this.#describe(taskId, (await this.#store.get(taskId))?.data as unknown as TaskData)
  }

  /** Comes when the answers are recorded. Where another process was faster, they are given to the run as that has left it. */
  async update(taskId: string, principal: string | undefined, answers: Record<string, unknown>): Promise<void> {
    for (;;) {
      const data = await this.#read(taskId, principal)
      if (isOver(data.status)) return
      const live = await this.#wake(taskId, data)
      await live.replayed
      try {
        const isWhole = await live.answer(answers)
        // What has no question here is ignored, unless another process has asked it.
        if (isWhole || !(await this.#isBehind(taskId, live))) return
      } catch (error) {
        if (!(error instanceof JournalConflictError)) throw error
      }
      // It finds out at its next write.
      await new Promise((resolve) => setTimeout(resolve, BEHIND_FOR))
    }
  }

  async cancel(taskId: string, principal: string | undefined): Promise<void> {
    const data = await this.#read(taskId, principal)
    if (isOver(data.status)) return
    await this.#dropIfBehind(taskId)
    const live = this.#live.get(taskId)
    if (live === undefined) this.#start(taskId, data, 'cancelled')
    else live.cancel()
  }

  /** Comes when no task is in the middle of something: each stops at its next write, or waits for its client. */
  async drained(): Promise<void> {
    const acting = [...this.#live.values()].filter(({ waits }) => !waits)
    await Promise.allSettled(acting.map(({ ended }) => ended))
  }

  async #wake(taskId: string, data: TaskData): Promise<LiveTask> {
    await this.#dropIfBehind(taskId)
    return this.#live.get(taskId) ?? this.#start(taskId, data)
  }

  /** A run that another process has gone on with is taken up again from its journal. */
  async #dropIfBehind(taskId: string): Promise<void> {
    const live = this.#live.get(taskId)
    if (!live?.waits || !(await this.#isBehind(taskId, live))) return
    if (this.#live.get(taskId) === live) this.#live.delete(taskId)
    live.leave()
  }

  async #isBehind(taskId: string, { revision }: LiveTask): Promise<boolean> {
    return (await this.#store.journal(taskId).read())?.revision !== revision
  }

  /** Foreign, unknown and expired are the same to whoever asks. */
  async #read(taskId: string, principal: string | undefined): Promise<TaskData> {
    const record = await this.#store.get(taskId)
    const data = record?.data as unknown as TaskData | undefined
    if (data === undefined || data.principal !== (principal ?? null) || record!.expiresAt <= Date.now()) {
      throw new ProtocolError(
        ErrorCode.invalidParams,
        `there is no task ${JSON.stringify(taskId)}; it may have expired`,
      )
    }
    return data
  }

  async #put(taskId: string, data: TaskData): Promise<void> {
    await this.#store.put(taskId, { expiresAt: Date.now() + data.ttlMs, data: data as unknown as Json })
  }

  #start(taskId: string, data: TaskData, how?: 'cancelled'): LiveTask {
    const tool = this.#catalog.tool(data.tool)
    const publish = () =>
      this.#hub.publish({
        type: 'task_changed',
        principal: data.principal ?? undefined,
        task: this.#describe(taskId, data),
      })
    const peer = new TaskPeer(this.#sampler, data.capabilities, () => this.#live.has(taskId) && publish())
    const runStep = traceSteps()
    const journal = this.#drain.over(this.#store.journal(taskId))
    const live = new LiveTask(tool, data.arguments ?? undefined, peer, journal, {
      runId: taskId,
      can: toCan(data.capabilities, this.#sampler.hasModel),
      ...(runStep !== undefined && { runStep }),
      ...(data.principal !== null && { principal: data.principal }),
      ...(how === 'cancelled' && { signal: AbortSignal.abort() }),
    })
    this.#live.set(taskId, live)
    live.ended
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
        await this.#put(taskId, ended)
        Object.assign(data, ended)
      })
      .finally(() => {
        if (this.#live.get(taskId) === live) this.#live.delete(taskId)
        if (isOver(data.status)) publish()
      })
      .catch(this.#onError)
    return live
  }

  /**
   * How a run that has no result ends its task; not at all, when another process goes on with it, or when its store was away:
   * whoever asks for it next goes on from the journal.
   */
  #failure(error: unknown): Partial<TaskData> | undefined {
    if (error instanceof Drained || error instanceof JournalConflictError) return undefined
    if (error instanceof ProtocolError) {
      const { code, message, data } = error
      return { status: 'failed', error: { code, message, ...(data !== undefined && { data: data as Json }) } }
    }
    this.#onError(error)
    if (!(error instanceof SweatpantsError)) return undefined
    return { status: 'failed', error: { code: ErrorCode.internal, message: error.message } }
  }

  #describe(taskId: string, data: TaskData): Record<string, unknown> {
    const live = this.#live.get(taskId)
    if (live === undefined || isOver(data.status)) return toTask(taskId, data)
    const { inputRequests, statusMessage } = live
    const open = Object.keys(inputRequests).length > 0
    return {
      ...toTask(taskId, { ...data, status: open ? 'input_required' : 'working' }),
      ...(statusMessage !== undefined && { statusMessage }),
      ...(open && { inputRequests }),
    }
  }
}

/** They are kept as they are, so they must be what JSON carries. */
function readArguments({ name }: McpTool, args: unknown): Json {
  try {
    return toJson(args, `the arguments of ${name}`) ?? null
  } catch (error) {
    if (error instanceof JsonError) throw new ProtocolError(ErrorCode.invalidParams, error.message)
    throw error
  }
}

function toTask(
  taskId: string,
  { status, createdAt, lastUpdatedAt, ttlMs, result, error }: TaskData,
): Record<string, unknown> {
  return {
    taskId,
    status,
    createdAt,
    lastUpdatedAt,
    ttlMs,
    pollIntervalMs: POLL_INTERVAL,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  }
}

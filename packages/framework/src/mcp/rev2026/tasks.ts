import { type Log, type Store, StreamGoneError, type StreamRecord } from '../../log/log.ts'
import { type Kind, Node } from '../../log/node.ts'
import type { Drain } from '../../tools/drain.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import type { Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import { mintId } from '../../tools/seed.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { Catalog } from '../catalog.ts'
import type { ClientCapabilities } from '../client-capabilities.ts'
import type { EventHub } from '../events.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import type { Sampler } from '../sampler.ts'
import { isOver, readTaskArguments, type TaskData, toTask } from './task-record.ts'
import { createTaskMachine, type TaskEvent, type TaskRegister, type TaskState, toState } from './task-work.ts'

export interface NewTask {
  tool: McpTool
  arguments: unknown
  principal: string | undefined
  capabilities: ClientCapabilities
  /** A run that has begun as a call. */
  begun?: Recording
}

const LEASE_TTL = 5_000

/** Calls that go on without their client: each is a stream that one node drives, and that every node answers for. */
export class Tasks {
  readonly #log: Log<TaskEvent>
  readonly #ttl: number
  readonly #node: Kind<TaskState, TaskEvent>
  readonly #catalog: Catalog
  readonly #onError: (error: unknown) => void

  constructor(
    store: Store,
    catalog: Catalog,
    sampler: Sampler,
    hub: EventHub,
    _drain: Drain,
    ttl: number,
    onError: (error: unknown) => void,
  ) {
    const log = store.log<TaskEvent>('task')
    this.#log = log
    this.#ttl = ttl
    this.#catalog = catalog
    this.#onError = onError
    const machine = createTaskMachine({ log, catalog, sampler, hub, onError })
    this.#node = Node.register(store, machine, { leaseTtl: LEASE_TTL })
  }

  /** Takes up what other processes have left. */
  start(): Promise<void> {
    return this.#node.start()
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
    const about = data as unknown as Json
    const events = begun?.entries.map((entry) => ({ type: 'entry' as const, entry })) ?? []
    const register =
      begun &&
      ({
        header: begun.header,
        progress: begun.progress,
        revision: begun.revision,
        after: 0,
        open: {},
      } as unknown as Json)
    const stream = {
      ...(principal !== undefined && { principal }),
      about,
      events,
      ...(register !== undefined && { register }),
      dueAt: 0,
    }
    const state = toState({
      about,
      events: events.map((event, i) => ({ lsn: i + 1, event })),
      ...(register !== undefined && { register }),
    })
    await this.#node.create(taskId, stream, state)
    return { resultType: 'task', ...toTask(taskId, data) }
  }

  get(taskId: string, principal: string | undefined): Promise<Record<string, unknown>> {
    return this.#reach(async () => {
      const { data, register } = await this.#read(taskId, principal)
      if (isOver(data)) return toTask(taskId, data)
      this.#catalog.tool(data.tool)
      const inputRequests = await this.#unanswered(taskId, register)
      return toTask(taskId, data, { inputRequests, statusMessage: register.statusMessage })
    })
  }

  /** Resolves when the answers are in the log. The first answer to a question counts. */
  update(taskId: string, principal: string | undefined, answers: Record<string, unknown>): Promise<void> {
    return this.#reach(async () => {
      const { data, register } = await this.#read(taskId, principal)
      if (isOver(data)) return
      const taken = Object.entries(register.open).filter(([key]) => Object.hasOwn(answers, key))
      await Promise.all(
        taken.map(([key, { id, at, attempt }]) =>
          this.#tell(taskId, `answer/${key}`, {
            type: 'answer',
            id,
            at,
            attempt,
            answer: answers[key],
            time: Date.now(),
          }),
        ),
      )
    })
  }

  cancel(taskId: string, principal: string | undefined): Promise<void> {
    return this.#reach(async () => {
      const { data } = await this.#read(taskId, principal)
      if (!isOver(data)) await this.#tell(taskId, 'cancel', { type: 'cancel', time: Date.now() })
    })
  }

  /** Resolves when nothing is driven here any more: what runs stops at its next write. */
  drained(): Promise<void> {
    return this.#node.close()
  }

  close(): void {}

  async #tell(taskId: string, commandId: string, event: TaskEvent): Promise<void> {
    try {
      await this.#log.append(taskId, { events: [event], commandId, dueAt: 0 })
    } catch (error) {
      if (!(error instanceof StreamGoneError)) throw error
    }
    this.#node.wake(taskId)
  }

  async #unanswered(taskId: string, { open }: TaskRegister) {
    const found = await Promise.all(
      Object.keys(open).map(async (key) => [key, await this.#log.find(taskId, `answer/${key}`)] as const),
    )
    const keys = found.filter(([, lsn]) => lsn === undefined).map(([key]) => key)
    return Object.fromEntries(keys.map((key) => [key, open[key]!.request]))
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

  /** Foreign, unknown and expired are the same to whoever asks. */
  async #read(taskId: string, principal: string | undefined): Promise<{ data: TaskData; register: TaskRegister }> {
    const record: StreamRecord | undefined = await this.#log.get(taskId)
    if (record !== undefined && record.principal === principal) {
      const register = (record.register ?? { open: {} }) as unknown as TaskRegister
      return { data: record.about as unknown as TaskData, register }
    }
    throw new ProtocolError(ErrorCode.invalidParams, `there is no task ${JSON.stringify(taskId)}; it may have expired`)
  }
}

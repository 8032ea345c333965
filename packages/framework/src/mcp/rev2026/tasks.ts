import { LimitError } from '../../http/allowance.ts'
import type { Kind } from '../../log/driven-kind.ts'
import { type Log, StreamExistsError, StreamGoneError, type StreamRecord } from '../../log/log.ts'
import { Node } from '../../log/node.ts'
import { QuestionClosedError } from '../../log/questions.ts'
import { createReportOnce } from '../../log/report-once.ts'
import { JsonError } from '../../tools/errors.ts'
import type { Json } from '../../tools/json.ts'
import { toJson } from '../../tools/to-json.ts'
import type { McpTool } from '../../tools/tool.ts'
import { answeredOtherwise } from '../core/carrier.ts'
import type { Channel } from '../core/channel.ts'
import { invalidParams } from '../core/errors.ts'
import type { EventHub } from '../core/events.ts'
import { keyUsed } from '../core/idempotency.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { ServerParts } from '../core/server-parts.ts'
import { canDrive, createTaskMachine, type TaskMachineOptions } from './task-machine.ts'
import type { OpenQuestion, TaskActivity } from './task-peer.ts'
import { isOver, type TaskAbout, type TaskEvent, type TaskRegister, type TaskState, toTaskState } from './task-state.ts'
import { type NewTaskStream, toTaskStream } from './task-stream.ts'

export interface NewTask extends Omit<NewTaskStream, 'tool' | 'version' | 'arguments' | 'ttl' | 'now'> {
  taskId: string
  tool: McpTool
  arguments: unknown
}

/** The request that asks about a task. */
export type TaskCaller = Pick<Channel, 'principal' | 'receivedAt' | 'requireScopes'>

export interface TasksOptions extends ServerParts {
  hub: EventHub
  /** Milliseconds that a task is kept, from its last change and again from its end. */
  ttl: number
  /** Tasks of one principal that are kept at one time. */
  limit: number
}

const POLL_INTERVAL = 1_000

const PAUSED = 'paused until a server version that can continue it is running'

/** Calls that go on without their client. Each is a stream that one node drives; every node answers for it. */
export class Tasks {
  readonly #options: TasksOptions
  readonly #machine: TaskMachineOptions
  readonly #log: Log<TaskEvent>
  #registered: Kind<TaskState, TaskEvent> | undefined

  constructor(options: TasksOptions) {
    this.#options = options
    this.#log = options.store.log<TaskEvent>('task')
    this.#machine = {
      ...options,
      log: this.#log,
      onOtherVersion: createReportOnce(options.onError),
      onChange: (taskId, principal, about, activity) =>
        options.hub.publish({
          type: 'task_changed',
          principal,
          tool: about.tool,
          task: toTask(taskId, about, activity),
        }),
    }
  }

  /** Registered when it is first used: a node draws a random id, which Workers allow only within a request. */
  get #kind(): Kind<TaskState, TaskEvent> {
    const { store, leaseTtl } = this.#options
    this.#registered ??= Node.register(store, createTaskMachine(this.#machine), { leaseTtl })
    return this.#registered
  }

  /** Takes up the tasks that other processes have left. */
  start(): Promise<void> {
    return this.#kind.start()
  }

  /** Resolves to the task once it is stored, with what others sent. The same request again resolves to the same task. */
  async create({ taskId, tool, ...task }: NewTask): Promise<Record<string, unknown>> {
    const { principal } = task
    // A run that goes on as a task is not refused: it has had side effects.
    if (task.begun === undefined) await this.#requireRoom(taskId, principal)
    const { name, version } = tool
    const { ttl } = this.#options
    const args = readArguments(tool, task.arguments)
    const stream = toTaskStream({ ...task, tool: name, version, arguments: args, ttl, now: Date.now() })
    const events = stream.events.map((event, i) => ({ lsn: i + 1, event }))
    try {
      await this.#kind.create(taskId, stream, toTaskState({ ...stream, events }))
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
      const repeated = await this.#repeat(taskId, task)
      // A signal counts once, and so does the answer of one person.
      for (const [i, event] of (task.outside ?? []).entries()) await this.#tell(taskId, `outside/${i}`, event)
      return repeated
    }
    return { resultType: 'task', ...toTask(taskId, stream.about as unknown as TaskAbout) }
  }

  /** Whether a call with this claim is, or went on as, this task. */
  async isBegun(taskId: string, claim: string): Promise<boolean> {
    const record = await this.#log.get(taskId)
    // Only tasks write these.
    return (record?.about as unknown as TaskAbout | undefined)?.claim === claim
  }

  async get(taskId: string, caller: TaskCaller): Promise<Record<string, unknown>> {
    const { record, about: begun, register } = await this.#admit(taskId, caller)
    if (isOver(begun)) return toTask(taskId, await this.#withResult(taskId, begun))
    const { updatedAt } = register
    const about = updatedAt === undefined ? begun : { ...begun, lastUpdatedAt: new Date(updatedAt).toISOString() }
    const isPaused = register.blocked !== undefined || !(record.isDriven || canDrive(record, this.#machine))
    if (isPaused) return toTask(taskId, about, { inputRequests: {}, statusMessage: PAUSED })
    const inputRequests = await this.#unanswered(taskId, register)
    return toTask(taskId, about, { inputRequests, statusMessage: register.statusMessage })
  }

  /** Resolves when the answers are stored. The first answer to a question counts, on every node. */
  async update(taskId: string, caller: TaskCaller, answers: Record<string, unknown>): Promise<void> {
    const { about, register } = await this.#admit(taskId, caller)
    if (isOver(about)) return
    const open = Object.entries(await this.#open(taskId, register))
    await Promise.all(
      open.flatMap(([key, { id, at, attempt, request }]) => {
        if (!Object.hasOwn(answers, key)) return []
        const { receivedAt: timestamp } = caller
        const event = { type: 'answer' as const, id, at, attempt, result: answers[key], timestamp }
        return this.#tell(taskId, `answer/${key}`, event, isForPeople(request) ? key : undefined)
      }),
    )
  }

  async cancel(taskId: string, caller: TaskCaller): Promise<void> {
    const { about } = await this.#admit(taskId, caller)
    if (!isOver(about)) await this.#tell(taskId, 'cancel', { type: 'cancel', time: caller.receivedAt })
  }

  /** Releases the tasks that this process drives; each stops at its next write. */
  async close(): Promise<void> {
    // Also before its first use: one that a late request registered would never be closed.
    await this.#kind.close()
  }

  /** Tasks that are over count until they expire. A repeated request finds its task, however many there are. */
  async #requireRoom(taskId: string, principal: string | undefined): Promise<void> {
    const { limit } = this.#options
    if ((await this.#log.count(principal, limit)) < limit || (await this.#log.get(taskId)) !== undefined) return
    throw new LimitError({ name: 'tasks', max: limit, per: 'caller' }, 'try again when earlier ones have expired')
  }

  /** Appends an event once. With the key of a question it is the answer of the client, who is the owner. */
  async #tell(taskId: string, commandId: string, event: TaskEvent, key?: string): Promise<void> {
    const questions = key === undefined ? undefined : { answers: { key, by: '' } }
    try {
      await this.#log.append(taskId, { events: [event], commandId, dueAt: 0, ...(questions && { questions }) })
    } catch (error) {
      // Gone, or answered in the inbox.
      if (!(error instanceof StreamGoneError || error instanceof QuestionClosedError)) throw error
    }
    this.#kind.wake(taskId)
  }

  async #unanswered(taskId: string, register: TaskRegister): Promise<Record<string, InputRequest>> {
    const open = Object.entries(await this.#open(taskId, register))
    const isAnswered = await Promise.all(
      open.map(async ([key, { request }]) => {
        if (!isForPeople(request)) return (await this.#log.find(taskId, `answer/${key}`)) !== undefined
        return (await this.#options.store.questions.get({ kind: 'task', id: taskId, key })) === undefined
      }),
    )
    return Object.fromEntries(open.filter((_, i) => !isAnswered[i]).map(([key, { request }]) => [key, request]))
  }

  async #open(taskId: string, { open = {}, openAt }: TaskRegister): Promise<Record<string, OpenQuestion>> {
    if (openAt === undefined) return open
    const event = await this.#find(taskId, openAt)
    return event?.type === 'questions' ? event.open : {}
  }

  async #withResult(taskId: string, about: TaskAbout): Promise<TaskAbout> {
    if (about.status !== 'completed' || about.result !== undefined) return about
    const event = await this.#find(taskId, 'result')
    return event?.type === 'result' ? { ...about, result: event.result } : about
  }

  /** Returns the record that was appended with a command. */
  async #find(taskId: string, commandId: string): Promise<TaskEvent | undefined> {
    const lsn = await this.#log.find(taskId, commandId)
    return lsn === undefined ? undefined : (await this.#log.read(taskId, lsn - 1, 1))[0]?.event
  }

  async #repeat(
    taskId: string,
    { principal, claim, begun }: Pick<NewTask, 'principal' | 'claim' | 'begun'>,
  ): Promise<Record<string, unknown>> {
    const { about } = await this.#read(taskId, principal)
    if (about.claim !== claim) throw begun === undefined ? keyUsed() : answeredOtherwise()
    return { resultType: 'task', ...toTask(taskId, await this.#withResult(taskId, about)) }
  }

  /** Reads a task for a caller whose token has the scopes of its tool. */
  async #admit(taskId: string, caller: TaskCaller) {
    const found = await this.#read(taskId, caller.principal)
    caller.requireScopes({ type: 'tool', name: found.about.tool })
    return found
  }

  /** A client is told the same of a task that is another principal's, that never was, and that has expired. */
  async #read(taskId: string, principal: string | undefined) {
    const record: StreamRecord | undefined = await this.#log.get(taskId)
    if (record === undefined || record.principal !== principal) {
      throw invalidParams(`there is no task ${JSON.stringify(taskId)}; it may have expired`)
    }
    // Only tasks write these.
    const about = record.about as unknown as TaskAbout
    return { record, about, register: (record.register ?? {}) as unknown as TaskRegister }
  }
}

/** The store indexes it, and it may be answered in the inbox. */
const isForPeople = ({ method }: InputRequest): boolean => method === 'elicitation/create'

/** Returns a task as clients see it. */
function toTask(taskId: string, about: TaskAbout, activity?: TaskActivity): Record<string, unknown> {
  const { status, createdAt, lastUpdatedAt, ttlMs, result, error } = about
  const task = { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs: POLL_INTERVAL }
  if (isOver(about)) return { ...task, ...(result !== undefined && { result }), ...(error !== undefined && { error }) }
  if (activity === undefined) return task
  const { inputRequests, statusMessage } = activity
  const isAsking = Object.keys(inputRequests).length > 0
  return {
    ...task,
    status: isAsking ? 'input_required' : 'working',
    ...(statusMessage !== undefined && { statusMessage }),
    ...(isAsking && { inputRequests }),
  }
}

function readArguments({ name }: McpTool, args: unknown): Json {
  try {
    return toJson(args, `the arguments of ${name}`) ?? null
  } catch (error) {
    if (error instanceof JsonError) throw invalidParams(error.message)
    throw error
  }
}

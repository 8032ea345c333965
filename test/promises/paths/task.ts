import { setTimeout as delay } from 'node:timers/promises'
import type { ElicitAnswer } from '@sweatpants/framework'
import { type Result, send, TASKS } from '../../mcp/rpc.ts'
import {
  type Call,
  type CallOptions,
  type ListedTool,
  type Outcome,
  type Path,
  type Question,
  RefusedError,
  readMessage,
  type Stage,
  toKeyMeta,
} from '../path.ts'
import { type Servers, startServers } from '../servers.ts'

/** A client of tasks, by hand: the official client has no tasks. */
class TaskStage implements Stage {
  readonly servers: Servers

  constructor(servers: Servers) {
    this.servers = servers
  }

  async call(name: string, args: Record<string, unknown> = {}, { canElicit = true, key }: CallOptions = {}) {
    const { taskId } = await this.request('tools/call', { name, arguments: args, ...toKeyMeta(key) }, canElicit)
    return new TaskCall(this, taskId!)
  }

  async list(): Promise<ListedTool[]> {
    const { tools } = (await this.request('tools/list', {})) as Result & { tools: ListedTool[] }
    return tools
  }

  async request(
    method: string,
    params: Record<string, unknown> & { _meta?: object },
    canElicit = true,
  ): Promise<Result> {
    const { _meta: meta = {}, ...rest } = params
    const capabilities = { ...(canElicit && { elicitation: { form: {}, url: {} } }), ...TASKS }
    const { result, error } = await send(this.servers.url, method, rest, { capabilities, meta })
    if (result === undefined) throw new RefusedError(error?.code ?? '', error?.message ?? 'no reply')
    return result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.servers[Symbol.asyncDispose]()
  }
}

class TaskCall implements Call {
  readonly #stage: TaskStage
  readonly #taskId: string
  readonly #answered = new Set<string>()

  constructor(stage: TaskStage, taskId: string) {
    this.#stage = stage
    this.#taskId = taskId
  }

  async questions(count = 1): Promise<Question[]> {
    for (;;) {
      const task = await this.#get()
      const open = Object.entries(task.inputRequests ?? {}).filter(([id]) => !this.#answered.has(id))
      if (open.length === count) return open.map(([id, { params }]) => toQuestion(id, params))
      if (!isOpen(task)) throw new Error(`the task ended before it asked: ${JSON.stringify(task)}`)
      await delay(5)
    }
  }

  async answer({ id }: Question, answer: ElicitAnswer): Promise<void> {
    this.#answered.add(id)
    await this.#stage.request('tasks/update', { taskId: this.#taskId, inputResponses: { [id]: answer } })
  }

  async retry(): Promise<void> {}

  async cancel(): Promise<void> {
    await this.#stage.request('tasks/cancel', { taskId: this.#taskId })
  }

  async blocked(): Promise<string> {
    for (;;) {
      const task = (await this.#get()) as Result & { statusMessage?: string }
      if (task.statusMessage?.startsWith('paused')) return task.statusMessage
      if (!isOpen(task)) throw new Error(`the task has ended: ${JSON.stringify(task)}`)
      await delay(5)
    }
  }

  async outcome(): Promise<Outcome> {
    for (;;) {
      const task = await this.#get()
      if (!isOpen(task)) return toOutcome(task)
      await delay(5)
    }
  }

  progress(): Promise<number[]> {
    return Promise.reject(new Error('a task shows a message, and no number'))
  }

  #get(): Promise<Result> {
    return this.#stage.request('tasks/get', { taskId: this.#taskId })
  }
}

const isOpen = ({ status }: Result): boolean => status === 'working' || status === 'input_required'

function toQuestion(id: string, params: { message: string; _meta?: Record<string, unknown> }): Question {
  const { attempt = 1 } = (params._meta?.['dev.sweatpants/elicit'] ?? {}) as { attempt?: number }
  const [message, refusal] = readMessage(params.message)
  return { id, message, attempt, ...(refusal !== undefined && { refusal }) }
}

function toOutcome({ status, result, error }: Result): Outcome {
  if (status === 'cancelled') return { type: 'cancelled' }
  if (error !== undefined) return { type: 'refused', ...error }
  const text = result?.content?.[0]?.text ?? ''
  return result?.isError ? { type: 'failed', message: text } : { type: 'completed', text }
}

export const task: Path = {
  name: 'task',
  open: async (options) => new TaskStage(await startServers('task', options)),
}

import type { Client } from '@modelcontextprotocol/client'
import { SweatpantsError } from '../../tools/errors.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { ProtocolError } from '../core/errors.ts'
import { IDEMPOTENCY_META } from '../core/idempotency.ts'
import type { CallToolResult } from '../core/outcome.ts'
import { asksBeyond, awaitTask, cancelTask, isOver, readTask, type Task, updateTask } from './task-requests.ts'
import { carriesTasks, findTask, type TaskClient } from './task-transport.ts'

/** A question of a task: `elicitation/create`, `sampling/createMessage` or `roots/list`, as the protocol has it. */
export interface TaskQuestion {
  key: string
  method: string
  params: Record<string, unknown>
}

export interface CallTaskOptions {
  /** Called with the id of the new task before anything else is done. Store it: `{ taskId }` goes on with the task. */
  onTask?: (taskId: string) => MaybePromise<void>
  /** Answers a question with the result of its method, such as `{ action: 'accept', content }`. `signal` aborts with the call. */
  onQuestion?: (question: TaskQuestion, signal: AbortSignal) => MaybePromise<Record<string, unknown>>
  /** Called when the task says something new about its progress. */
  onStatus?: (message: string) => void
  /** Tells a server of Sweatpants that a repeated call is the same one. */
  idempotencyKey?: string
  /** Aborting it cancels the task, and the call rejects with the reason. */
  signal?: AbortSignal
}

/**
 * Calls a tool that runs as a task of MCP 2026-07-28: creates the task, answers its questions, and resolves to its result. With
 * `{ taskId }` it goes on with a task, for example after a restart. A tool that needs no task is an ordinary call.
 *
 * ```ts
 * const extensions = { 'io.modelcontextprotocol/tasks': {} }
 * const client = new Client(info, { capabilities: { elicitation: { form: {} }, extensions } })
 * await client.connect(withTasks(new StreamableHTTPClientTransport(url)))
 * const result = await callTask(client, { name: 'book_flight', arguments: { to: 'Oslo' } }, { onQuestion, onTask })
 * ```
 */
export async function callTask(
  client: TaskClient,
  call: { name: string; arguments?: Record<string, unknown> } | { taskId: string },
  options: CallTaskOptions = {},
): Promise<CallToolResult> {
  if (!carriesTasks(client)) throw new SweatpantsError('callTask needs client.connect(withTasks(transport))')
  const { signal, onTask } = options
  if ('taskId' in call) return followTask(client, call.taskId, options)
  const { idempotencyKey } = options
  const _meta = idempotencyKey === undefined ? undefined : { [IDEMPOTENCY_META]: idempotencyKey }
  const params = { name: call.name, arguments: call.arguments ?? {}, ...(_meta && { _meta }) }
  const result = await (client as unknown as Client).request({ method: 'tools/call', params }, signal && { signal })
  const task = findTask(result)
  if (task === undefined) return result as CallToolResult
  const { taskId } = readTask(task)
  await onTask?.(taskId)
  return followTask(client, taskId, options)
}

async function followTask(client: TaskClient, taskId: string, options: CallTaskOptions): Promise<CallToolResult> {
  const { onStatus, signal } = options
  const broken = new AbortController()
  const either = signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal])
  const asking = new Map<string, AbortController>()
  let said: string | undefined

  function look({ statusMessage, inputRequests = {} }: Task): void {
    if (statusMessage !== undefined && statusMessage !== said) onStatus?.(statusMessage)
    said = statusMessage
    // Expired, or answered elsewhere.
    for (const [key, asked] of asking) if (!Object.hasOwn(inputRequests, key)) asked.abort()
  }
  const until = (task: Task) => asksBeyond(task, asking)
  /** A person may take long, and other branches of the tool go on meanwhile. */
  function ask(key: string, { method, params = {} }: { method: string; params?: Record<string, unknown> }): void {
    const asked = new AbortController()
    asking.set(key, asked)
    const withdrawn = AbortSignal.any([asked.signal, either])
    answer({ key, method, params }, withdrawn).catch((error) => {
      if (!withdrawn.aborted) broken.abort(error)
    })
  }
  async function answer(question: TaskQuestion, withdrawn: AbortSignal): Promise<void> {
    if (options.onQuestion === undefined) throw new SweatpantsError(unanswerable(taskId, question))
    const reply = await options.onQuestion(question, withdrawn)
    if (!withdrawn.aborted) await updateTask(client, taskId, { [question.key]: reply }, { signal: either })
  }

  try {
    for (;;) {
      const task = await awaitTask(client, taskId, { until, look, signal: either })
      if (isOver(task)) return toTaskResult(task)
      for (const [key, request] of Object.entries(task.inputRequests ?? {})) if (!asking.has(key)) ask(key, request)
    }
  } catch (error) {
    if (signal?.aborted) await cancelTask(client, taskId)
    // The official client wraps the reason of an abort in an error of its own.
    throw either.aborted ? either.reason : error
  } finally {
    for (const asked of asking.values()) asked.abort()
  }
}

/** Returns the result of a task that is over. Throws if it failed or was cancelled. */
export function toTaskResult({ taskId, status, result, error }: Task): CallToolResult {
  // A server answers with the result of the call.
  if (status === 'completed') return { content: [], ...result } as CallToolResult
  if (error !== undefined) throw new ProtocolError(error.code, error.message, error.data)
  throw new SweatpantsError(`task ${taskId} was ${status}`)
}

const unanswerable = (taskId: string, { method, params }: TaskQuestion): string =>
  `task ${taskId} asks by ${method} (${JSON.stringify(params.message ?? null)}), and this call cannot answer; pass \`onQuestion\``

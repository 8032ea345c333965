import type { Client, SubscriptionFilter } from '@modelcontextprotocol/client'
import { Changes } from '../../tools/changes.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import { isObject } from '../../tools/json.ts'
import { waitAtMost } from '../../tools/maybe-promise.ts'
import { ErrorCode } from '../core/errors.ts'
import { onTaskChange, requestRaw, type TaskClient } from './task-transport.ts'

/** A task, as a server describes it. */
export interface Task {
  taskId: string
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  statusMessage?: string
  pollIntervalMs?: number
  /** What it asks, by a key that is used once. */
  inputRequests?: Record<string, { method: string; params?: Record<string, unknown> }>
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
}

interface Sending {
  signal?: AbortSignal | undefined
  /** Replaces what the client declares: `{ 'io.modelcontextprotocol/clientCapabilities': … }`. */
  meta?: Record<string, unknown> | undefined
}

/** Sends a request about a task. All of them can be sent again, so a request that is lost is repeated for a minute. */
async function request(client: TaskClient, method: string, params: object, { signal, meta }: Sending) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await requestRaw(client, method, { ...params, ...(meta && { _meta: meta }) }, signal && { signal })
    } catch (error) {
      const pause = PAUSES[attempt]
      if (signal?.aborted || pause === undefined || !isPassing(error)) throw error
      await waitAtMost(pause, new Promise(() => {}), signal)
      signal?.throwIfAborted()
    }
  }
}

const PAUSES = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]

const PASSING: readonly unknown[] = [ErrorCode.internal, -32000, 'REQUEST_TIMEOUT']

/** Whether the server may answer later: it restarts, or its store is out of reach. `fetch` throws a TypeError without a response. */
function isPassing(error: unknown): boolean {
  const { code, status } = error as { code?: unknown; status?: unknown }
  return error instanceof TypeError || PASSING.includes(code) || (typeof status === 'number' && status >= 500)
}

async function getTask(client: TaskClient, taskId: string, sending: Sending = {}): Promise<Task> {
  return readTask(await request(client, 'tasks/get', { taskId }, sending))
}

export async function updateTask(client: TaskClient, taskId: string, inputResponses: object, sending: Sending = {}) {
  await request(client, 'tasks/update', { taskId, inputResponses }, sending)
}

export async function cancelTask(client: TaskClient, taskId: string, sending: Sending = {}): Promise<void> {
  await request(client, 'tasks/cancel', { taskId }, sending)
}

export function readTask(value: unknown): Task {
  if (isObject(value) && typeof value.taskId === 'string' && typeof value.status === 'string')
    return value as unknown as Task
  throw new SweatpantsError('the server described a task without its id and status')
}

export const isOver = ({ status }: Task): boolean => status !== 'working' && status !== 'input_required'

/** Whether a task asks more than the questions that are being answered, or were: a server may list them a little longer. */
export const asksBeyond = ({ inputRequests = {} }: Task, known: { has(key: string): boolean }): boolean =>
  Object.keys(inputRequests).some((key) => !known.has(key))

export interface Awaiting extends Sending {
  /** Says that the task is returned though it is not over. */
  until: (task: Task) => boolean
  /** Called with the task each time that the server describes it. */
  look?: (task: Task) => void
  /** Milliseconds after which the task is returned as it is. Default: never. */
  patience?: number
}

const POLL_INTERVAL = 1_000
const SHORTEST_POLL = 20
const LONGEST_POLL = 60_000

/**
 * Resolves to the task once it is over, or as `until` says. Listens to the notifications of the server
 * if it has any, and asks every `pollIntervalMs` in any case: a notification can be lost.
 */
export async function awaitTask(
  client: TaskClient,
  taskId: string,
  { until, look, patience = Number.POSITIVE_INFINITY, ...sending }: Awaiting,
): Promise<Task> {
  const changes = new Changes()
  const left = new AbortController()
  onTaskChange(client, taskId, changes.tell, left.signal)
  listen(client, taskId, left.signal)
  const end = Date.now() + patience
  try {
    for (;;) {
      const task = await getTask(client, taskId, sending)
      look?.(task)
      if (isOver(task) || until(task) || Date.now() >= end) return task
      const wanted = task.pollIntervalMs ?? POLL_INTERVAL
      const pause = Math.min(LONGEST_POLL, Math.max(SHORTEST_POLL, wanted))
      await changes.next(sending.signal, pause)
      sending.signal?.throwIfAborted()
    }
  } finally {
    left.abort()
  }
}

/** Subscribes to a task until the signal aborts. A server that refuses is polled. */
function listen(client: TaskClient, taskId: string, signal: AbortSignal): void {
  // The client passes on fields that it does not know.
  const official = client as unknown as Client
  official.listen({ taskIds: [taskId] } as SubscriptionFilter, { signal }).catch(() => {})
}

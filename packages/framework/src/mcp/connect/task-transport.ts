import { setMaxListeners } from 'node:events'
import type { Client, Transport } from '@modelcontextprotocol/client'
import { isObject } from '../../tools/json.ts'
import { jsonSchema } from '../../tools/schema.ts'

/**
 * Marks methods that the official client is not to recognise: it refuses those of tasks on a 2026 connection, because it knows
 * their names from 2025, and a whole list for one item.
 */
const HIDDEN = 'dev.sweatpants/'

/** The `_meta` key under which a result has the task that the server answered with. */
const TASK_META = 'dev.sweatpants/task'

/** A transport of the official SDK, of any version. The SDK is bundled, so public types do not name it; only it knows the parameters. */
export interface TaskTransport {
  send(...args: never): Promise<void>
}

/** A client of the official SDK, of any version. */
export interface TaskClient {
  readonly transport?: object | undefined
  request(...args: never): Promise<unknown>
  listen(...args: never): Promise<unknown>
}

/** Tells of changed tasks by an event with the id of the task, for each transport that carries tasks. */
const carriers = new WeakMap<object, EventTarget>()

/**
 * Lets the official client carry tasks of 2026-07-28, which it refuses by itself: `client.connect(withTasks(transport))`.
 * Changes the transport and returns it. Call it before `connect`.
 */
export function withTasks<T extends TaskTransport>(given: T): T {
  // See `TaskTransport`.
  const transport = given as unknown as Transport
  const changes = new EventTarget()
  // Many may wait for one task.
  setMaxListeners(0, changes)
  carriers.set(transport, changes)
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    const isHidden = 'method' in message && message.method.startsWith(HIDDEN)
    return send(isHidden ? { ...message, method: message.method.slice(HIDDEN.length) } : message, options)
  }
  const before = transport.onmessage
  // The client calls this handler before its own, with the same object.
  transport.onmessage = (message, extra) => {
    before?.(message, extra)
    if ('result' in message && isObject(message.result) && message.result.resultType === 'task') {
      const { resultType: _, ...task } = message.result
      message.result = { resultType: 'complete', content: [], _meta: { [TASK_META]: task } }
    }
    if ('method' in message && message.method === 'notifications/tasks') {
      changes.dispatchEvent(new Event(String(message.params?.taskId)))
    }
  }
  return given
}

/** Whether the client is connected by a transport that carries tasks. */
export const carriesTasks = ({ transport }: TaskClient): boolean => transport !== undefined && carriers.has(transport)

const anything = jsonSchema<Record<string, unknown>>({ type: 'object' })

/** Sends a request that the official client would refuse or whose result it would check, and resolves to the result as it came. */
export const requestRaw = (
  client: TaskClient,
  method: string,
  params: object,
  options: { timeout?: number; signal?: AbortSignal } = {},
): Promise<Record<string, unknown>> =>
  (client as unknown as Client).request({ method: HIDDEN + method, params: { ...params } }, anything, options)

/** Returns the task that the server answered with, in place of the result. */
export const findTask = (result: { _meta?: Record<string, unknown> | undefined }): unknown => result._meta?.[TASK_META]

/** Calls the listener when the server says that the task has changed, until the signal aborts. */
export function onTaskChange(
  { transport }: TaskClient,
  taskId: string,
  listener: () => void,
  signal: AbortSignal,
): void {
  if (transport !== undefined) carriers.get(transport)?.addEventListener(taskId, listener, { signal })
}

import type { Transport } from '@modelcontextprotocol/client'
import { isObject } from '../../tools/json.ts'

/** Marks methods that the official client refuses on a 2026 connection, because it knows their names from 2025. */
const HIDDEN = 'dev.sweatpants/'

/** The `_meta` key under which a result has the task that the server answered with. */
const TASK_META = 'dev.sweatpants/task'

type Listener = (task: unknown) => void

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

/** The listeners to tasks by task id, for each transport that carries tasks. */
const carriers = new WeakMap<object, Map<string, Set<Listener>>>()

/**
 * Lets the official client carry tasks of 2026-07-28, which it refuses by itself: `client.connect(withTasks(transport))`.
 * Changes the transport and returns it. Call it before `connect`.
 */
export function withTasks<T extends TaskTransport>(given: T): T {
  // See `TaskTransport`.
  const transport = given as unknown as Transport
  const listeners = new Map<string, Set<Listener>>()
  carriers.set(transport, listeners)
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
      for (const listener of listeners.get(String(message.params?.taskId)) ?? []) listener(message.params)
    }
  }
  return given
}

/** Whether the client is connected by a transport that carries tasks. */
export const carriesTasks = ({ transport }: TaskClient): boolean => transport !== undefined && carriers.has(transport)

/** The name under which the official client sends a method of tasks. */
export const hide = (method: string): string => HIDDEN + method

/** Returns the task that the server answered with, in place of the result. */
export const findTask = (result: { _meta?: Record<string, unknown> | undefined }): unknown => result._meta?.[TASK_META]

/** Calls the listener when the server says that the task has changed. Returns a function that removes the listener. */
export function onTaskChange({ transport }: TaskClient, taskId: string, listener: Listener): () => void {
  const listeners = transport && carriers.get(transport)
  const own = listeners?.get(taskId) ?? new Set()
  listeners?.set(taskId, own.add(listener))
  return () => {
    own.delete(listener)
    if (own.size === 0) listeners?.delete(taskId)
  }
}

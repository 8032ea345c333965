import { Allowance } from '../../http/allowance.ts'
import { AuthError } from '../../http/auth.ts'
import { isObject } from '../../tools/json.ts'
import type { Channel } from '../core/channel.ts'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import type { EventHub, ServerEvent } from '../core/events.ts'
import { META } from './envelope.ts'

interface Filter {
  toolsListChanged?: true
  promptsListChanged?: true
  resourcesListChanged?: true
  resourceSubscriptions?: string[]
  taskIds?: string[]
}

/** Resources, and as many tasks, of one subscription. */
const MAX_WATCHED = 1_000

/** The open `subscriptions/listen` streams. Their number is limited. */
export class Subscriptions {
  readonly #hub: EventHub
  readonly #allowance: Allowance
  readonly #closing: AbortSignal

  constructor(hub: EventHub, limits: { subscriptions: number; subscriptionsPerCaller: number }, closing: AbortSignal) {
    const { subscriptions: total, subscriptionsPerCaller: perCaller } = limits
    this.#hub = hub
    this.#allowance = new Allowance({
      name: 'subscriptions',
      advice: 'close one, or try again later',
      total,
      perCaller,
      shared: Math.ceil(total / 2),
    })
    this.#closing = closing
  }

  /** Sends the requested notifications until the channel or the server closes. */
  async listen(id: string | number, notifications: unknown, channel: Channel): Promise<Record<string, unknown>> {
    const filter = readFilter(notifications)
    const release = this.#allowance.take(channel.caller)
    try {
      return await this.#follow(id, filter, channel)
    } finally {
      release()
    }
  }

  async #follow(id: string | number, filter: Filter, channel: Channel): Promise<Record<string, unknown>> {
    const _meta = { [META.subscriptionId]: id }
    channel.notify('notifications/subscriptions/acknowledged', { notifications: filter, _meta })
    if (Object.keys(filter).length === 0) return { _meta }
    const { resourceSubscriptions, taskIds, ...lists } = filter
    const watched = { ...lists, uris: new Set(resourceSubscriptions), taskIds: new Set(taskIds) }
    const unsubscribe = this.#hub.subscribe((event) => {
      const wanted = toNotification(event, watched, channel)
      if (wanted !== undefined) channel.notify(wanted.method, { ...wanted.params, _meta })
    })
    const stops = [...watched.uris].map((uri) => this.#hub.watch(uri))
    try {
      await aborted(AbortSignal.any([channel.signal, this.#closing]))
      return { _meta }
    } finally {
      unsubscribe()
      for (const stop of stops) stop()
    }
  }
}

function readFilter(given: unknown): Filter {
  if (!isObject(given))
    throw new ProtocolError(ErrorCode.invalidParams, 'subscriptions/listen needs notifications: { … }')
  const uris = strings(given.resourceSubscriptions)
  const taskIds = strings(given.taskIds)
  return {
    ...(given.toolsListChanged === true && { toolsListChanged: true }),
    ...(given.promptsListChanged === true && { promptsListChanged: true }),
    ...(given.resourcesListChanged === true && { resourcesListChanged: true }),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
    ...(taskIds.length > 0 && { taskIds }),
  }
}

function strings(value: unknown): string[] {
  const given = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  if (given.length <= MAX_WATCHED) return given
  const message = `a subscription names at most ${MAX_WATCHED} resources and ${MAX_WATCHED} tasks; open another one`
  throw new ProtocolError(ErrorCode.invalidParams, message)
}

interface Watched extends Omit<Filter, 'resourceSubscriptions' | 'taskIds'> {
  uris: ReadonlySet<string>
  taskIds: ReadonlySet<string>
}

function toNotification(event: ServerEvent, filter: Watched, channel: Channel) {
  switch (event.type) {
    case 'tools_changed':
      return filter.toolsListChanged && { method: 'notifications/tools/list_changed', params: {} }
    case 'prompts_changed':
      return filter.promptsListChanged && { method: 'notifications/prompts/list_changed', params: {} }
    case 'resources_changed':
      return filter.resourcesListChanged && { method: 'notifications/resources/list_changed', params: {} }
    case 'resource_updated':
      if (!filter.uris.has(event.uri)) return undefined
      return { method: 'notifications/resources/updated', params: { uri: event.uri } }
    case 'task_changed':
      if (event.principal !== channel.principal || !filter.taskIds.has(String(event.task.taskId))) return undefined
      if (!mayFollow(event.tool, channel)) return undefined
      return { method: 'notifications/tasks', params: event.task }
  }
}

/** A task that the caller may not follow is silent, like one that does not exist. */
function mayFollow(tool: string, channel: Channel): boolean {
  try {
    channel.requireScopes({ type: 'tool', name: tool })
    return true
  } catch (error) {
    if (error instanceof AuthError) return false
    throw error
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  else signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}

import { once } from 'node:events'
import { Allowance } from '../../http/allowance.ts'
import { AuthError } from '../../http/auth.ts'
import { isObject } from '../../tools/json.ts'
import type { Channel } from '../core/channel.ts'
import { invalidParams } from '../core/errors.ts'
import { type EventHub, LISTS, type ServerEvent, toNotification } from '../core/events.ts'
import { META } from './envelope.ts'

type Lists = { [L in (typeof LISTS)[number] as `${L}ListChanged`]?: true }

interface Filter extends Lists {
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
      if (!isWanted(event, watched, channel)) return
      const { method, params } = toNotification(event)
      channel.notify(method, { ...params, _meta })
    })
    const stops: (() => void)[] = []
    try {
      for (const uri of watched.uris) stops.push(this.#hub.watch(uri))
      const closed = AbortSignal.any([channel.signal, this.#closing])
      if (!closed.aborted) await once(closed, 'abort')
      return { _meta }
    } finally {
      unsubscribe()
      for (const stop of stops) stop()
    }
  }
}

function readFilter(given: unknown): Filter {
  if (!isObject(given)) throw invalidParams('subscriptions/listen needs notifications: { … }')
  const uris = strings(given.resourceSubscriptions)
  const taskIds = strings(given.taskIds)
  return {
    ...Object.fromEntries(
      LISTS.map((list) => `${list}ListChanged`).flatMap((key) => (given[key] === true ? [[key, true]] : [])),
    ),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
    ...(taskIds.length > 0 && { taskIds }),
  }
}

function strings(value: unknown): string[] {
  const given = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  if (given.length <= MAX_WATCHED) return given
  const message = `a subscription names at most ${MAX_WATCHED} resources and ${MAX_WATCHED} tasks; open another one`
  throw invalidParams(message)
}

interface Watched extends Lists {
  uris: ReadonlySet<string>
  taskIds: ReadonlySet<string>
}

function isWanted(event: ServerEvent, filter: Watched, channel: Channel): boolean {
  switch (event.type) {
    case 'list_changed':
      return filter[`${event.list}ListChanged`] === true
    case 'resource_updated':
      return filter.uris.has(event.uri)
    case 'task_changed':
      if (event.principal !== channel.principal || !filter.taskIds.has(String(event.task.taskId))) return false
      return mayFollow(event.tool, channel)
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

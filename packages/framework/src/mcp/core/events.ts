/** The lists of a server that may change. */
export const LISTS = ['tools', 'prompts', 'resources'] as const

/** A change that clients can subscribe to. */
export type ServerEvent =
  | { type: 'list_changed'; list: (typeof LISTS)[number] }
  | { type: 'resource_updated'; uri: string }
  | { type: 'task_changed'; principal: string | undefined; tool: string; task: Record<string, unknown> }

/** Returns the notification that tells clients of an event. */
export function toNotification(event: ServerEvent): { method: string; params?: Record<string, unknown> } {
  switch (event.type) {
    case 'list_changed':
      return { method: `notifications/${event.list}/list_changed` }
    case 'resource_updated':
      return { method: 'notifications/resources/updated', params: { uri: event.uri } }
    case 'task_changed':
      return { method: 'notifications/tasks', params: event.task }
  }
}

/** Begins to watch a resource, and returns what stops it; `undefined` if the resource does not say when it changes. */
export type WatchResource = (uri: string) => (() => void) | undefined

/** Publishes events to the listeners of this process; it keeps none for later ones. */
export class EventHub {
  readonly #listeners = new Set<(event: ServerEvent) => void>()
  readonly #watchResource: WatchResource
  readonly #watched = new Map<string, { clients: number; stop: (() => void) | undefined }>()

  constructor(watchResource: WatchResource = () => undefined) {
    this.#watchResource = watchResource
  }

  publish(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Returns a function that removes the listener. */
  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Watches a resource for a client, and returns a function that stops it. Several clients watch it once. */
  watch(uri: string): () => void {
    const watched = this.#watched.get(uri) ?? { clients: 0, stop: this.#watchResource(uri) }
    watched.clients++
    this.#watched.set(uri, watched)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (--watched.clients > 0) return
      this.#watched.delete(uri)
      watched.stop?.()
    }
  }

  /** Goes on watching with the resources of another offer. */
  rewatch(): void {
    for (const [uri, watched] of this.#watched) {
      const stop = this.#watchResource(uri)
      // Only now: both may be the same resource of a hosted server, which stays subscribed to.
      watched.stop?.()
      watched.stop = stop
    }
  }
}

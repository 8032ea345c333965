/** Something about the server that clients may want to know. */
export type ServerEvent =
  | { type: 'tools_changed' | 'prompts_changed' | 'resources_changed' }
  | { type: 'resource_updated'; uri: string }
  | { type: 'task_changed'; principal: string | undefined; task: Record<string, unknown> }

/** Tells every stream that is open about events; nothing is kept for those that are not. */
export class EventHub {
  readonly #listeners = new Set<(event: ServerEvent) => void>()

  publish(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Returns how to stop. */
  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

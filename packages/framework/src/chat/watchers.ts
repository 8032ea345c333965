/** Who waits for news of which session, on this node. */
export class Watchers {
  readonly #watching = new Map<string, Set<() => void>>()

  /** How many sessions are watched. */
  get size(): number {
    return this.#watching.size
  }

  add(sessionId: string, listener: () => void): () => void {
    const known = this.#watching.get(sessionId) ?? new Set()
    this.#watching.set(sessionId, known)
    // Its own function: a listener that watches twice stops once at a time, and is not called once it has stopped.
    const call = () => void (known.has(call) && listener())
    known.add(call)
    return () => {
      known.delete(call)
      if (known.size === 0 && this.#watching.get(sessionId) === known) this.#watching.delete(sessionId)
    }
  }

  /** Not within the caller's write: what a listener throws is not the writer's failure. */
  wake(sessionId: string): void {
    for (const call of this.#watching.get(sessionId) ?? []) queueMicrotask(call)
  }

  wakeAll(): void {
    for (const sessionId of this.#watching.keys()) this.wake(sessionId)
  }
}

import type { StreamRef } from './log.ts'

/** The listeners of this node, by stream. */
export class Watchers<A extends unknown[] = [head?: number]> {
  readonly #listeners = new Map<string, Set<(...args: A) => void>>()

  /** The streams that have a listener. */
  keys(): string[] {
    return [...this.#listeners.keys()]
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  add(key: string, listener: (...args: A) => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners)
    // A function of its own: a listener that was added twice stops once at a time, and is not called after it stopped.
    const call = (...args: A) => void (listeners.has(call) && listener(...args))
    listeners.add(call)
    return () => {
      listeners.delete(call)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  /** Calls the listeners in a microtask, so that an error in a listener does not fail the write. */
  wake(key: string, ...args: A): void {
    for (const call of this.#listeners.get(key) ?? []) queueMicrotask(() => call(...args))
  }

  wakeAll(...args: A): void {
    for (const key of this.#listeners.keys()) this.wake(key, ...args)
  }
}

/** Names a stream among those of all kinds. It has the length of the kind, so that no two streams have the same key. */
export const toKey = (kind: string, id: string): string => `${kind.length}/${kind}/${id}`

export function fromKey(key: string): StreamRef {
  const start = key.indexOf('/') + 1
  const end = start + Number.parseInt(key, 10)
  return { kind: key.slice(start, end), id: key.slice(end + 1) }
}

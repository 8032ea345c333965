/** Callers who wait take turns; what one caller has waiting goes first come, first served. */
export class FairQueue<T> {
  /** In the order of their turns. None is here with nothing waiting. */
  readonly #callers = new Map<string, Set<T>>()

  get isEmpty(): boolean {
    return this.#callers.size === 0
  }

  push(caller: string, item: T): void {
    const waiting = this.#callers.get(caller)
    if (waiting === undefined) this.#callers.set(caller, new Set([item]))
    else waiting.add(item)
  }

  shift(): T | undefined {
    for (const [caller, waiting] of this.#callers) {
      // Whose turn it was goes to the end of the line.
      this.#callers.delete(caller)
      const [item] = waiting
      waiting.delete(item!)
      if (waiting.size > 0) this.#callers.set(caller, waiting)
      return item
    }
    return undefined
  }

  delete(caller: string, item: T): void {
    const waiting = this.#callers.get(caller)
    waiting?.delete(item)
    if (waiting?.size === 0) this.#callers.delete(caller)
  }
}

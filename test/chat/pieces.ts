/** Counts the pieces of text that are in the log. */
export class Pieces {
  #count = 0
  #waiting: { count: number; come: () => void }[] = []

  count(events: readonly unknown[]): void {
    this.#count += events.filter((event) => (event as { type: string }).type === 'streaming_text').length
    const come = this.#waiting.filter(({ count }) => count <= this.#count)
    this.#waiting = this.#waiting.filter(({ count }) => count > this.#count)
    for (const waiting of come) waiting.come()
  }

  /** Resolves when there are `count`. */
  come(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ count, come: resolve })
    this.count([])
    return promise
  }
}

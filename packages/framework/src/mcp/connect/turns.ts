/** One at a time, in the order in which they came. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  async take<T>(signal: AbortSignal, body: () => Promise<T>): Promise<T> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = before.then(() => promise)
    try {
      await before
      signal.throwIfAborted()
      return await body()
    } finally {
      resolve()
    }
  }
}

/** Lets work on one thing happen one after another, and work on others beside it. */
export class Turnstile {
  readonly #last = new Map<string, Promise<unknown>>()

  pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#last.set(key, mine)
    const leave = () => {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
    mine.then(leave, leave)
    return mine
  }
}

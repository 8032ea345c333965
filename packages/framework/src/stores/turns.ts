/** Acts on the same stream one after the other, in the order in which they were asked for. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  take<T>(key: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(act)
    const settled = turn.then(
      () => {},
      () => {},
    )
    this.#last.set(key, settled)
    void settled.then(() => void (this.#last.get(key) === settled && this.#last.delete(key)))
    return turn
  }

  /** Resolves when all that was asked for so far is over. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values())
  }
}

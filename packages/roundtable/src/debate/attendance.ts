/** Counts the callers in this process that wait for something. */
export class Attendance {
  readonly #counts = new Map<string, number>()

  isEmpty(key: string): boolean {
    return !this.#counts.has(key)
  }

  enter(key: string): Disposable {
    this.#add(key, 1)
    return { [Symbol.dispose]: () => this.#add(key, -1) }
  }

  #add(key: string, change: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + change
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }
}

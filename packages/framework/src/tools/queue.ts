/** First in, first out, whatever its length: an array's `shift` moves all that is left. */
export class Queue<T> {
  #items: T[] = []
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined
    const item = this.#items[this.#head++]!
    if (this.#head === this.#items.length) {
      this.#items = []
      this.#head = 0
    }
    return item
  }
}

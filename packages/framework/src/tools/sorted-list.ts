/** Never written to: most runs need no list. */
const NONE: never[] = []

/** Taken items that an array may begin with before they are cut off. */
const MOST_TAKEN = 64

/** Items in the order of `compare`, and equal ones in that of their adding. A run may have thousands, almost always added last. */
export class SortedList<T> {
  readonly #compare: (one: T, other: T) => number
  #items: T[] = NONE
  /** The items before it were taken: the `shift` of an array moves all that is left. */
  #head = 0

  constructor(compare: (one: T, other: T) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#items.length - this.#head
  }

  get first(): T | undefined {
    return this.#items[this.#head]
  }

  /** The items, up to the next change of the list. */
  get items(): readonly T[] {
    return this.#head === 0 ? this.#items : this.#items.slice(this.#head)
  }

  add(item: T): void {
    if (this.#items === NONE) this.#items = []
    const place = this.#placeAfter(item)
    if (place === this.#items.length) this.#items.push(item)
    else this.#items.splice(place, 0, item)
  }

  takeFirst(): T | undefined {
    const items = this.#items
    if (this.#head === items.length) return undefined
    const first = items[this.#head++]
    if (this.#head === items.length) this.#cut(NONE)
    else if (this.#head > MOST_TAKEN && this.#head * 2 > items.length) this.#cut(items.slice(this.#head))
    return first
  }

  /** Deletes an item if it is in the list. No other item may be equal to it. */
  delete(item: T): void {
    const place = this.#placeAfter(item) - 1
    if (place >= this.#head && this.#items[place] === item) this.#items.splice(place, 1)
  }

  #cut(left: T[]): void {
    this.#items = left
    this.#head = 0
  }

  #placeAfter(item: T): number {
    let low = this.#head
    let high = this.#items.length
    if (high > low && this.#compare(this.#items[high - 1]!, item) <= 0) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#items[middle]!, item) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

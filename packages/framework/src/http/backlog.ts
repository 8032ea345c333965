/** What may happen to a message while it waits. */
export interface Traits {
  /** The message replaces the waiting one with the same key. */
  readonly key?: string
  /** Whether the message is dropped when too much waits. */
  readonly mayBeLost?: boolean
}

interface Waiting<T> {
  /** Undefined once the message was replaced, dropped or taken. */
  item: T | undefined
  readonly size: number
  readonly key: string | undefined
}

/** Messages in their order, with a limit in bytes. Adding, replacing and dropping take constant time, however many wait. */
export class Backlog<T> {
  readonly #limit: number
  #waiting: Waiting<T>[] = []
  #losable: Waiting<T>[] = []
  /** How many of the two were looked at when something had to be dropped. */
  #nextOldest = 0
  #nextLosable = 0
  readonly #byKey = new Map<string, Waiting<T>>()
  #bytes = 0
  #live = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a message, and drops those that may be lost while there is too much. Returns false if there still is. */
  add(item: T, size: number, { key, mayBeLost = false }: Traits): boolean {
    const replaced = key === undefined ? undefined : this.#byKey.get(key)
    if (replaced !== undefined) this.#remove(replaced)
    const waiting: Waiting<T> = { item, size, key }
    this.#waiting.push(waiting)
    if (mayBeLost) this.#losable.push(waiting)
    if (key !== undefined) this.#byKey.set(key, waiting)
    this.#bytes += size
    this.#live++
    while (this.#bytes > this.#limit && this.#nextLosable < this.#losable.length) {
      const oldest = this.#losable[this.#nextLosable++]!
      if (oldest.item !== undefined) this.#remove(oldest)
    }
    if (this.#waiting.length > 2 * this.#live + 32) this.#compact()
    return this.#bytes <= this.#limit
  }

  /** Drops the oldest messages but the newest, until the rest is within the limit. */
  shrink(): void {
    while (this.#bytes > this.#limit && this.#nextOldest < this.#waiting.length - 1) {
      const oldest = this.#waiting[this.#nextOldest++]!
      if (oldest.item !== undefined) this.#remove(oldest)
    }
  }

  /** Returns the messages, oldest first. */
  read(): T[] {
    return this.#waiting.flatMap(({ item }) => (item === undefined ? [] : [item]))
  }

  /** Returns the messages and forgets them. */
  take(): T[] {
    const taken = this.read()
    this.#waiting = []
    this.#losable = []
    this.#nextOldest = 0
    this.#nextLosable = 0
    this.#byKey.clear()
    this.#bytes = 0
    this.#live = 0
    return taken
  }

  #remove(waiting: Waiting<T>): void {
    waiting.item = undefined
    this.#bytes -= waiting.size
    this.#live--
    if (waiting.key !== undefined && this.#byKey.get(waiting.key) === waiting) this.#byKey.delete(waiting.key)
  }

  /** Costs as much as the messages that were removed since the last time. */
  #compact(): void {
    this.#waiting = this.#waiting.filter(({ item }) => item !== undefined)
    this.#losable = this.#losable.filter(({ item }) => item !== undefined)
    this.#nextOldest = 0
    this.#nextLosable = 0
  }
}

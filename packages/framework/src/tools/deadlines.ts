import type { Pending } from './pending.ts'

/** Pending effects by deadline, the soonest first: a binary heap. An effect that no longer waits is skipped when its turn comes. */
export class Deadlines {
  readonly #heap: Pending[] = []

  add(pending: Pending): void {
    this.#heap.push(pending)
    let child = this.#heap.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (this.#before(parent, child)) break
      this.#swap(parent, child)
      child = parent
    }
  }

  /** The soonest deadline of an effect that still waits. */
  soonest(): number {
    for (;;) {
      const pending = this.#heap[0]
      if (pending === undefined) return Number.POSITIVE_INFINITY
      if (isWaiting(pending)) return pending.deadline!
      this.#removeFirst()
    }
  }

  /** Takes out what is over by now. */
  due(now: number): Pending[] {
    const due: Pending[] = []
    while (this.soonest() <= now) {
      due.push(this.#heap[0]!)
      this.#removeFirst()
    }
    return due
  }

  #removeFirst(): void {
    const last = this.#heap.pop()!
    if (this.#heap.length === 0) return
    this.#heap[0] = last
    let parent = 0
    for (;;) {
      const left = 2 * parent + 1
      if (left >= this.#heap.length) return
      const right = left + 1
      const child = right < this.#heap.length && this.#before(right, left) ? right : left
      if (this.#before(parent, child)) return
      this.#swap(parent, child)
      parent = child
    }
  }

  #before(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a]!, this.#heap[b]!]
    return one.deadline! < other.deadline! || (one.deadline === other.deadline && one.order <= other.order)
  }

  #swap(a: number, b: number): void {
    const kept = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = kept
  }
}

const isWaiting = ({ state }: Pending): boolean => state === 'performing' || state === 'deferred'

import type { Branch } from './branch.ts'
import type { Fiber } from './fiber.ts'
import type { Failure, Outcome } from './outcome.ts'
import type { Pending } from './pending.ts'

/** Something that has happened and is not recorded yet. */
export type Happening = When &
  (
    | { type: 'settled'; pending: Pending; outcome: Outcome; by?: string | undefined }
    | { type: 'retried'; pending: Pending; failure: Failure; nextAt: number }
    | { type: 'overrun'; branch: Branch }
    | { type: 'abandoned'; fiber: Fiber }
  )

interface When {
  /** When it was due, or when it arrived. */
  time: number
  /** Due by itself: a deadline wins over an answer that arrives at the same time. */
  isDue: boolean
  /** The order in which the effects were opened; `LAST` keeps the order in which they were added. */
  order: number
}

/** Never written to: a tool that returns at once makes no list. */
const NONE: Happening[] = []

export const LAST = Number.MAX_SAFE_INTEGER

/** What has happened, sorted by when it did (R16). */
export class Happenings {
  #sorted: Happening[] = NONE
  #head = 0

  add(happening: Happening): void {
    if (this.#sorted === NONE) this.#sorted = []
    // Almost always the latest, so that one comparison is enough.
    let place = this.#sorted.length
    while (place > this.#head && compare(happening, this.#sorted[place - 1]!) < 0) place--
    if (place === this.#sorted.length) this.#sorted.push(happening)
    else this.#sorted.splice(place, 0, happening)
  }

  /** Thousands of answers may arrive at once, in any order. */
  addAll(happenings: Happening[]): void {
    for (const happening of happenings.sort(compare)) this.add(happening)
  }

  takeFirst(): Happening | undefined {
    if (this.#head === this.#sorted.length) return undefined
    const first = this.#sorted[this.#head++]!
    if (this.#head === this.#sorted.length) {
      this.#sorted = NONE
      this.#head = 0
    }
    return first
  }
}

function compare(one: Happening, other: Happening): number {
  if (one.time !== other.time) return one.time - other.time
  if (one.isDue !== other.isDue) return one.isDue ? -1 : 1
  return one.order - other.order
}

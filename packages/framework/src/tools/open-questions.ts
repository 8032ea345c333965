import type { Pending } from './pending.ts'

/** The questions that wait for an answer, always in the order in which they were opened: a run may have thousands. */
export class OpenQuestions {
  readonly #pending: Pending[] = []
  #byId: Map<string, Pending> | undefined

  get size(): number {
    return this.#pending.length
  }

  get(id: string): Pending | undefined {
    return this.#byId?.get(id)
  }

  add(pending: Pending): void {
    this.#byId ??= new Map()
    this.#byId.set(pending.id, pending)
    this.#pending.splice(this.#place(pending), 0, pending)
  }

  remove(pending: Pending): void {
    if (this.#byId?.delete(pending.id)) this.#pending.splice(this.#place(pending), 1)
  }

  inOrder(): readonly Pending[] {
    return this.#pending
  }

  /** Where it is, or belongs. */
  #place({ order }: Pending): number {
    let low = 0
    let high = this.#pending.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#pending[middle]!.order < order) low = middle + 1
      else high = middle
    }
    return low
  }
}

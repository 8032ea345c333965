import type { Ask } from './ask.ts'

/** The questions that wait for an answer, always in the order in which they were opened: a run may have thousands. */
export class OpenQuestions {
  readonly #asks: Ask[] = []
  #byId: Map<string, Ask> | undefined

  get size(): number {
    return this.#asks.length
  }

  get(id: string): Ask | undefined {
    return this.#byId?.get(id)
  }

  add(ask: Ask): void {
    this.#byId ??= new Map()
    this.#byId.set(ask.effect.id, ask)
    this.#asks.splice(this.#place(ask), 0, ask)
  }

  remove(ask: Ask): void {
    if (this.#byId?.delete(ask.effect.id)) this.#asks.splice(this.#place(ask), 1)
  }

  inOrder(): readonly Ask[] {
    return this.#asks
  }

  /** Where it is, or belongs. */
  #place({ order }: Ask): number {
    let low = 0
    let high = this.#asks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#asks[middle]!.order < order) low = middle + 1
      else high = middle
    }
    return low
  }
}

import type { OutsideWait } from './outside.ts'
import type { Question } from './peer.ts'
import type { Pending } from './pending.ts'

/** Never written to: most runs have no open question, and make no list. */
const NONE: Pending[] = []

/** What waits for an answer or for the host, always in the order in which it was opened: a run may have thousands. */
export class OpenQuestions {
  #pending: Pending[] = NONE
  #byId: Map<string, Pending> | undefined

  get size(): number {
    return this.#pending.length
  }

  get(id: string): Pending | undefined {
    return this.#byId?.get(id)
  }

  add(pending: Pending): void {
    if (this.#byId === undefined) {
      this.#byId = new Map()
      this.#pending = []
    }
    this.#byId.set(pending.id, pending)
    this.#pending.splice(this.#place(pending), 0, pending)
  }

  remove(pending: Pending): void {
    if (this.#byId?.delete(pending.id)) this.#pending.splice(this.#place(pending), 1)
  }

  /** Returns what peers were asked. A loop: it runs each time that a run parks, and a run may have thousands. */
  questions(): Question[] {
    const questions: Question[] = []
    for (const { question } of this.#pending) if (question !== undefined) questions.push(question)
    return questions
  }

  /** What is waited for outside. */
  waits(): OutsideWait[] {
    const waits: OutsideWait[] = []
    for (const { wait } of this.#pending) if (wait !== undefined) waits.push(wait)
    return waits
  }

  /** Returns what waits for a signal that has arrived. */
  signalled(hasArrived: (name: string) => boolean): Pending[] {
    return this.#pending.filter(({ policy, effect }) => policy.takes === 'signals' && hasArrived(effect.key))
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

import type { OutsideWait } from './outside.ts'
import type { Question } from './peer.ts'
import type { Pending } from './pending.ts'
import { SortedList } from './sorted-list.ts'

/** What waits for an answer or for the host, always in the order in which it was opened: a run may have thousands. */
export class OpenQuestions {
  readonly #inOrder = new SortedList<Pending>((one, other) => one.order - other.order)
  #byId: Map<string, Pending> | undefined

  get size(): number {
    return this.#inOrder.size
  }

  get(id: string): Pending | undefined {
    return this.#byId?.get(id)
  }

  add(pending: Pending): void {
    this.#byId ??= new Map()
    this.#byId.set(pending.id, pending)
    this.#inOrder.add(pending)
  }

  remove(pending: Pending): void {
    if (this.#byId?.delete(pending.id)) this.#inOrder.delete(pending)
  }

  /** Returns what peers were asked. A loop: it runs each time that a run parks, and a run may have thousands. */
  questions(): Question[] {
    const questions: Question[] = []
    for (const { asked, isOutside } of this.#inOrder.items) if (asked && !isOutside) questions.push(asked as Question)
    return questions
  }

  /** What is waited for outside. */
  waits(): OutsideWait[] {
    const waits: OutsideWait[] = []
    for (const { asked, isOutside } of this.#inOrder.items) if (asked && isOutside) waits.push(asked as OutsideWait)
    return waits
  }

  /** Returns what waits for a signal that has arrived. */
  signalled(hasArrived: (name: string) => boolean): Pending[] {
    return this.#inOrder.items.filter(({ policy, effect }) => policy.takes === 'signals' && hasArrived(effect.key))
  }
}

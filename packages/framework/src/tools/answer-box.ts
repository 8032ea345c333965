import type { Pending } from './pending.ts'

/** Answers by question id. */
export type Answers = Readonly<Record<string, unknown>>

/** What is known of an answer beside its content. */
export interface Arrival {
  /** When it arrived; now when absent. */
  at?: number
  /** The attempt at the question that it answers, where the sender knows it. */
  attempt?: number
  /** The request that it came with, where the request may be played again: an answer counts once. */
  from?: string
  /**
   * Who gave it. Absent for an answer from the client of the call. A question that names who answers it (`to`) accepts only
   * answers with `by`; whether this person may answer is checked before the answer is handed in.
   */
  by?: string
}

/** An answer that settled nothing: its question was answered before, or is not one that the run has asked. */
export type IgnoredAnswer =
  | { id: string; reason: 'answered'; at: number }
  | { id: string; reason: 'unknown' | 'changed' }

interface Waiting {
  answer: unknown
  at: number
  attempt: number | undefined
  by: string | undefined
  from: string | undefined
}

/** Answers that wait for their question, and when earlier ones were taken: the first one of each person to an attempt counts. */
export class AnswerBox {
  #waiting: Map<string, Waiting[]> | undefined
  #taken: Map<string, number> | undefined
  #ignored: IgnoredAnswer[] | undefined

  add(answers: Answers, at: number, { attempt, by, from }: Arrival = {}): void {
    this.#waiting ??= new Map()
    for (const id in answers) {
      const waiting = { answer: answers[id], at, attempt, by, from }
      const earlier = this.#waiting.get(id)
      const first = earlier?.find((other) => other.by === by && other.attempt === attempt)
      if (first !== undefined) this.#refuse({ id, reason: 'answered', at: first.at })
      else if (earlier !== undefined) earlier.push(waiting)
      else this.#waiting.set(id, [waiting])
    }
  }

  get ids(): string[] {
    return this.#waiting === undefined ? [] : [...this.#waiting.keys()]
  }

  get empty(): boolean {
    return this.#waiting === undefined || this.#waiting.size === 0
  }

  /** Returns when the first answer that counts arrived. Drops those before it that do not count. */
  arrivedAt(pending: Pending): number | undefined {
    for (;;) {
      const first = this.#waiting?.get(pending.id)?.[0]
      if (first === undefined) return undefined
      const refusal = this.#refusalOf(first, pending)
      if (refusal === undefined) return first.at
      this.take(pending.id)
      if (refusal !== 'repeated') this.#refuse(refusal)
    }
  }

  /** Returns the request that the first answer came with. */
  fromOf(id: string): string | undefined {
    return this.#waiting?.get(id)?.[0]?.from
  }

  #refusalOf({ attempt, by, from }: Waiting, pending: Pending): IgnoredAnswer | 'repeated' | undefined {
    const { id } = pending
    if (from !== undefined && from === pending.from)
      return pending.hasChanged ? this.#reasonFor(id, 'changed') : 'repeated'
    // The client of the call cannot answer for others (R6).
    if (pending.isAddressed && by === undefined) return { id, reason: 'unknown' }
    const earlier = pending.partials.find(({ answered }) => answered.by === by)
    if (earlier !== undefined) return { id, reason: 'answered', at: earlier.answered.at }
    // An answer to another attempt does not count: the question has changed since.
    if (attempt !== undefined && attempt !== pending.attempt) return this.#reasonFor(id, 'changed')
    return undefined
  }

  take(id: string): Waiting | undefined {
    const waiting = this.#waiting?.get(id)
    const first = waiting?.shift()
    if (waiting?.length === 0) this.#waiting!.delete(id)
    return first
  }

  recorded(id: string, at: number): void {
    this.#taken ??= new Map()
    this.#taken.set(id, at)
  }

  /** Drops the answers to a question that settle nothing. */
  ignore(id: string, why: 'unknown' | 'changed' = 'unknown'): void {
    while (this.take(id) !== undefined) this.#refuse(this.#reasonFor(id, why))
  }

  #reasonFor(id: string, why: 'unknown' | 'changed'): IgnoredAnswer {
    const at = this.#taken?.get(id)
    return at === undefined ? { id, reason: why } : { id, reason: 'answered', at }
  }

  #refuse(ignored: IgnoredAnswer): void {
    this.#ignored ??= []
    this.#ignored.push(ignored)
  }

  /** Drops all answers that are left, and returns what was ignored. */
  clear(): IgnoredAnswer[] {
    if (!this.empty) for (const id of this.ids) this.ignore(id)
    const ignored = this.#ignored ?? []
    this.#ignored = undefined
    return ignored
  }
}

/** Answers by question id. */
export type Answers = Readonly<Record<string, unknown>>

/** An answer that settled nothing: its question was answered before, or is not one that the run has asked. */
export type IgnoredAnswer =
  | { id: string; reason: 'answered'; at: number }
  | { id: string; reason: 'unknown' | 'changed' }

/** Answers that wait for their question, and when earlier ones were taken: the first answer counts. */
export class AnswerBox {
  #waiting: Map<string, { answer: unknown; at: number; attempt: number | undefined }> | undefined
  #taken: Map<string, number> | undefined
  #ignored: IgnoredAnswer[] | undefined

  /** `attempt` is the one that the answers are to, where the sender knows it. */
  add(answers: Answers, at: number, attempt?: number): void {
    this.#waiting ??= new Map()
    for (const id in answers) {
      const first = this.#waiting.get(id)
      if (first === undefined) this.#waiting.set(id, { answer: answers[id], at, attempt })
      else this.#refuse({ id, reason: 'answered', at: first.at })
    }
  }

  get ids(): string[] {
    return this.#waiting === undefined ? [] : [...this.#waiting.keys()]
  }

  get empty(): boolean {
    return this.#waiting === undefined || this.#waiting.size === 0
  }

  /** Returns when the answer arrived. An answer to another attempt is ignored: the question has changed since. */
  arrivedAt(id: string, attempt: number): number | undefined {
    const waiting = this.#waiting?.get(id)
    if (waiting === undefined) return undefined
    if (waiting.attempt === undefined || waiting.attempt === attempt) return waiting.at
    this.ignore(id, 'changed')
    return undefined
  }

  take(id: string): unknown {
    const waiting = this.#waiting?.get(id)
    this.#waiting?.delete(id)
    return waiting?.answer
  }

  recorded(id: string, at: number): void {
    this.#taken ??= new Map()
    this.#taken.set(id, at)
  }

  /** Drops an answer that settles nothing. */
  ignore(id: string, why: 'unknown' | 'changed' = 'unknown'): void {
    const at = this.#taken?.get(id)
    this.#refuse(at === undefined ? { id, reason: why } : { id, reason: 'answered', at })
    this.#waiting?.delete(id)
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

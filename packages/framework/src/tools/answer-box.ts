/** Answers by question id. */
export type Answers = Readonly<Record<string, unknown>>

/** An answer that settled nothing: its question was answered before, or is not one that the run has asked. */
export type IgnoredAnswer =
  | { id: string; reason: 'answered'; at: number }
  | { id: string; reason: 'unknown' | 'changed' }

/** Answers that have come in and wait for their question, and when earlier ones were taken: the first answer wins. */
export class AnswerBox {
  #waiting: Map<string, { answer: unknown; at: number }> | undefined
  #taken: Map<string, number> | undefined
  #ignored: IgnoredAnswer[] | undefined

  add(answers: Answers, at: number): void {
    this.#waiting ??= new Map()
    for (const id in answers) {
      const first = this.#waiting.get(id)
      if (first === undefined) this.#waiting.set(id, { answer: answers[id], at })
      else this.#refuse({ id, reason: 'answered', at: first.at })
    }
  }

  get ids(): string[] {
    return this.#waiting === undefined ? [] : [...this.#waiting.keys()]
  }

  get empty(): boolean {
    return this.#waiting === undefined || this.#waiting.size === 0
  }

  has(id: string): boolean {
    return this.#waiting?.has(id) ?? false
  }

  /** When it came in. */
  arrivedAt(id: string): number | undefined {
    return this.#waiting?.get(id)?.at
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

  /** Nobody will take this one. */
  ignore(id: string, why: 'unknown' | 'changed' = 'unknown'): void {
    const at = this.#taken?.get(id)
    this.#refuse(at === undefined ? { id, reason: why } : { id, reason: 'answered', at })
    this.#waiting?.delete(id)
  }

  #refuse(ignored: IgnoredAnswer): void {
    this.#ignored ??= []
    this.#ignored.push(ignored)
  }

  /** Gives up on what nobody has taken. */
  clear(): IgnoredAnswer[] {
    if (!this.empty) for (const id of this.ids) this.ignore(id)
    const ignored = this.#ignored ?? []
    this.#ignored = undefined
    return ignored
  }
}

/** Answers by question id. */
export type Answers = Readonly<Record<string, unknown>>

/** An answer that settled nothing: its question was answered before, or is not one that the run has asked. */
export type IgnoredAnswer = { id: string; reason: 'answered'; at: number } | { id: string; reason: 'unknown' }

/** Answers that have come in and wait for their question, and when earlier ones were taken: the first answer wins. */
export class AnswerBox {
  readonly #waiting = new Map<string, unknown>()
  readonly #taken = new Map<string, number>()
  #ignored: IgnoredAnswer[] = []

  add(answers: Answers): void {
    for (const id in answers) this.#waiting.set(id, answers[id])
  }

  get ids(): Iterable<string> {
    return this.#waiting.keys()
  }

  get empty(): boolean {
    return this.#waiting.size === 0
  }

  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  take(id: string): unknown {
    const answer = this.#waiting.get(id)
    this.#waiting.delete(id)
    return answer
  }

  recorded(id: string, at: number): void {
    this.#taken.set(id, at)
  }

  /** Nobody will take this one. */
  ignore(id: string): void {
    const at = this.#taken.get(id)
    this.#ignored.push(at === undefined ? { id, reason: 'unknown' } : { id, reason: 'answered', at })
    this.#waiting.delete(id)
  }

  /** Gives up on what nobody has taken. */
  clear(): IgnoredAnswer[] {
    for (const id of this.#waiting.keys()) this.ignore(id)
    const ignored = this.#ignored
    this.#ignored = []
    return ignored
  }
}

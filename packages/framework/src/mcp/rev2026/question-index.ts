import type { NewQuestion, QuestionChanges } from '../../log/questions.ts'

/** The questions of a stream that are open in the store, unless they were answered since, as its driver knows them. */
export class QuestionIndex {
  #keys: ReadonlySet<string>

  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys)
  }

  /** Returns what a write has to change so that these questions are open, and no others. That write must be made. */
  change(open: Iterable<NewQuestion>): { questions?: QuestionChanges } {
    const questions = [...open]
    const keys = new Set(questions.map(({ key }) => key))
    const opens = questions.filter(({ key }) => !this.#keys.has(key))
    const closes = [...this.#keys].filter((key) => !keys.has(key))
    this.#keys = keys
    return opens.length === 0 && closes.length === 0 ? {} : { questions: { opens, closes } }
  }
}

import type { NewQuestion, QuestionChanges } from '../../log/questions.ts'

/** Returns what a write has to change so that these questions are open in the store, and no others. */
export function toIndexChange(
  indexed: readonly string[],
  open: readonly NewQuestion[],
): { questions?: QuestionChanges } {
  const opens = open.filter(({ key }) => !indexed.includes(key))
  const closes = indexed.filter((key) => !open.some((question) => question.key === key))
  return opens.length === 0 && closes.length === 0 ? {} : { questions: { opens, closes } }
}

export const keysOf = (questions: readonly NewQuestion[]): string[] => questions.map(({ key }) => key)

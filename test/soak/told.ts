import type { Tally } from './tally.ts'

/** What every tool of the soak comes to. */
export interface Told {
  answers: unknown[]
  receipts: number[]
}

/** The steps of each tool, in their order. */
export const STEPS: Record<string, readonly string[]> = {
  order: ['reserve', 'place'],
  stored_order: ['reserve', 'place'],
  pay: ['charge'],
  note: ['open', 'write'],
  survey: ['prepare', 'left', 'right', 'evaluate'],
}

/** Holds what a tool says that it was answered against what was acknowledged. */
export function checkAnswers(tally: Tally, run: string, told: Told, given: readonly unknown[]): void {
  tally.check(
    'an answer that was acknowledged is what the tool is given',
    JSON.stringify(told.answers) === JSON.stringify(given),
    () => `${run} was answered ${JSON.stringify(given)} and was given ${JSON.stringify(told.answers)}`,
  )
}

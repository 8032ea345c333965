import { isObject } from '../../tools/json.ts'

/** Milliseconds within which no person reads a question and cancels it: a host without a screen did. */
const TOO_FAST = 250

/** Returns an answer as the tool gets it: a cancel that came faster than a person can says so. */
export function judgeAnswer(answer: unknown, elapsed: number): unknown {
  const isUnattended = elapsed < TOO_FAST && isObject(answer) && answer.action === 'cancel'
  return isUnattended ? { action: 'cancel', reason: 'unattended' } : answer
}

/** The same for all answers of a request. */
export const judgeAnswers = (answers: Readonly<Record<string, unknown>>, elapsed: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, judgeAnswer(answer, elapsed)]))

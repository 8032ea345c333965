import type { Question } from './dataset.ts'

/** Questions to which a panel gave the same pattern of answers, so that a rule judges them alike. */
export interface Case {
  options: number
  /** The answer of each seat, as a number in the order of first mention; `undefined` if it gave none. */
  answers: readonly (number | undefined)[]
  confidences?: readonly (number | undefined)[]
  count: number
  /** For how many of the questions each answer is right. */
  right: readonly number[]
}

/** Groups questions by the answers of the seats, and by what they stated about their confidence if that is `read`. */
export function toCases(questions: readonly Question[], seats: readonly number[], read?: 'confidence'): Case[] {
  const cases = new Map<string, Case & { right: number[] }>()
  for (const { options, answers, truth, confidences } of questions) {
    const named: string[] = []
    const pattern = seats.map((seat) => {
      const answer = answers[seat]
      if (!answer) return undefined
      const known = named.indexOf(answer)
      return known >= 0 ? known : named.push(answer) - 1
    })
    const stated = read && confidences && seats.map((seat) => confidences[seat])
    const key = `${options}|${pattern.join()}${stated ? `|${stated.join()}` : ''}`
    let one = cases.get(key)
    if (one === undefined) {
      one = { options, answers: pattern, ...(stated && { confidences: stated }), count: 0, right: named.map(() => 0) }
      cases.set(key, one)
    }
    one.count++
    const at = named.indexOf(truth)
    if (at >= 0) one.right[at]!++
  }
  return [...cases.values()]
}

import { RATING, rateSeats, type SeatRecord } from '../../../packages/roundtable/src/consensus/rate-seats.ts'
import { toSureness, WEIGHING, type Weighing, weigh } from '../../../packages/roundtable/src/consensus/weigh.ts'
import { mean } from '../metrics.ts'
import { createRandom } from '../random.ts'
import type { Dataset, Question } from './dataset.ts'
import type { Panel } from './panels.ts'

/** What a rule makes of a question: the probability of each given answer. */
export type Rule = (question: Question) => ReadonlyMap<string, number>

/** What a rule may learn from: earlier questions, and the skill table. */
export interface Past {
  dataset: Dataset
  questions: readonly Question[]
  /** The accuracy of each model in the table. */
  table: readonly number[]
}

export interface RuleOptions {
  /** How many known outcomes each seat has. */
  outcomes?: number
  /** How many past debates without a known outcome there were. */
  debates?: number
  hasTable?: boolean
  hasConfidence?: boolean
  constants?: Weighing
}

export const byMajority =
  ({ seats }: Panel): Rule =>
  ({ answers }) => {
    const given = seats.flatMap((seat) => answers[seat] || [])
    return new Map([...Map.groupBy(given, (answer) => answer)].map(([key, own]) => [key, own.length / given.length]))
  }

/** The product's rule, with what it knows of the seats. */
export function byWeight({ seats }: Panel, past: Past, options: RuleOptions): Rule {
  const { outcomes = 0, debates = 0, hasTable = false, hasConfidence = false, constants = WEIGHING } = options
  const random = createRandom('past', past.dataset.name, seats.join())
  const draw = (count: number) =>
    Array.from({ length: count }, () => past.questions[random.below(past.questions.length)]!)
  const known = draw(outcomes)
  const held = draw(debates)
  const records = seats.map((seat): SeatRecord => {
    const right = known.filter(({ answers, truth }) => answers[seat] === truth).length
    const pairs = held.flatMap(({ answers }) =>
      seats.flatMap((other) =>
        other === seat || !answers[seat] || !answers[other] ? [] : answers[seat] === answers[other],
      ),
    )
    return {
      known: known.length,
      right,
      ...(hasTable && { listed: past.table[seat] }),
      pairs: pairs.length,
      agreed: pairs.filter(Boolean).length,
    }
  })
  const skills = rateSeats(records, RATING)
  const usual = hasConfidence
    ? seats.map((seat) => usualOf(seat, outcomes + debates > 0 ? [...known, ...held] : draw(20)))
    : []
  return ({ answers, options: choices, confidences }) =>
    weigh(
      seats.map((seat, i) => ({
        skill: skills[i]!,
        votes: answers[seat] ? [{ key: answers[seat], part: 1, confidence: confidences?.[seat] }] : [],
        ...(usual[i] !== undefined && { usual: usual[i] }),
      })),
      choices,
      constants,
    ).chances
}

function usualOf(seat: number, questions: readonly Question[]): number | undefined {
  const stated = questions.flatMap(({ confidences }) => confidences?.[seat] ?? [])
  return stated.length === 0 ? undefined : mean(stated.map(toSureness))
}

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
  /** How many past debates have a verdict of their owner: whether the decision of the majority turned out right or wrong. */
  verdicts?: number
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

/** What the rule knows of the seats of a panel, and the past questions that it knows it from. */
export function learn({ seats, kind }: Panel, past: Past, options: RuleOptions) {
  const { outcomes = 0, verdicts = 0, debates = 0, hasTable = false } = options
  const random = createRandom('past', past.dataset.name, seats.join())
  const draw = (count: number) =>
    Array.from({ length: count }, () => past.questions[random.below(past.questions.length)]!)
  const known = draw(outcomes)
  const held = draw(debates)
  const judged = draw(verdicts).map((question) => ({ question, decided: decide({ seats, kind }, question) }))
  const records = seats.map((seat): SeatRecord => {
    const verdictsOf = judged.flatMap(
      ({ question, decided }) => wasRight(question, question.answers[seat], decided) ?? [],
    )
    const right =
      known.filter(({ answers, truth }) => answers[seat] === truth).length + verdictsOf.filter(Boolean).length
    const pairs = held.flatMap(({ answers }) =>
      seats.flatMap((other) =>
        other === seat || !answers[seat] || !answers[other] ? [] : answers[seat] === answers[other],
      ),
    )
    return {
      known: known.length + verdictsOf.length,
      right,
      ...(hasTable && { listed: past.table[seat] }),
      pairs: pairs.length,
      agreed: pairs.filter(Boolean).length,
    }
  })
  return { skills: rateSeats(records, RATING), known, held, draw }
}

/** The answer of most seats; the first of them if there are several. */
function decide(panel: Panel, question: Question): string {
  const shares = [...byMajority(panel)(question)]
  return shares.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** As the track record of the product counts it: if the decision was wrong, only one of two other answers tells who was right. */
function wasRight({ truth, options }: Question, answer: string | undefined, decided: string): boolean | undefined {
  if (!answer) return undefined
  if (decided === truth) return answer === decided
  if (answer === decided) return false
  return options === 2 ? true : undefined
}

/** The product's rule, with what it knows of the seats. */
export function byWeight(panel: Panel, past: Past, options: RuleOptions): Rule {
  const { outcomes = 0, debates = 0, hasConfidence = false, constants = WEIGHING } = options
  const { seats } = panel
  const { skills, known, held, draw } = learn(panel, past, options)
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

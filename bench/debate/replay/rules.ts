import {
  RATING,
  rateSeats,
  type SeatRecord,
  toSureness,
  WEIGHING,
  type Weighing,
  weigh,
} from '../../../packages/roundtable/src/consensus/weigh.ts'
import { mean } from '../metrics.ts'
import { createRandom } from '../random.ts'
import type { Case } from './cases.ts'
import type { Dataset, Question } from './dataset.ts'
import type { Panel } from './panels.ts'

/** Returns the probability of each given answer, by its number. */
export type Rule = (one: Case) => readonly number[]

/** What a rule may learn from: earlier questions, and the skill table. */
export interface Past {
  dataset: Dataset
  questions: readonly Question[]
  /** The accuracy of each model in the table; `undefined` if it is not listed. */
  table: readonly (number | undefined)[]
}

/** What a rule knows, and how it decides. */
export interface RuleOptions {
  decidesBy?: 'weight' | 'majority' | 'best seat'
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

export function toRule(panel: Panel, past: Past, options: RuleOptions): Rule {
  switch (options.decidesBy) {
    case 'majority':
      return toVoteShares
    case 'best seat':
      return byBestSeat(learn(panel, past, options).skills)
    default:
      return byWeight(panel, past, options)
  }
}

/** The share of the votes for each answer. */
function toVoteShares({ answers, right }: Pick<Case, 'answers' | 'right'>): number[] {
  const counts = right.map(() => 0)
  let total = 0
  for (const answer of answers) {
    if (answer === undefined) continue
    counts[answer]!++
    total++
  }
  return counts.map((count) => count / total)
}

/** Follows the seat with the highest skill among those that answered; its skill is the probability. */
function byBestSeat(skills: readonly number[]): Rule {
  const ranked = skills.map((_, i) => i).sort((a, b) => skills[b]! - skills[a]!)
  return ({ answers, right }) => {
    const best = ranked.find((i) => answers[i] !== undefined)!
    return right.map((_, answer) => (answer === answers[best] ? skills[best]! : 0))
  }
}

/** The product's rule, with what it knows of the seats. */
function byWeight(panel: Panel, past: Past, options: RuleOptions): Rule {
  const { outcomes = 0, debates = 0, hasConfidence = false, constants = WEIGHING } = options
  const { skills, known, held, draw } = learn(panel, past, options)
  const usual = hasConfidence
    ? panel.seats.map((seat) => usualOf(seat, outcomes + debates > 0 ? [...known, ...held] : draw(20)))
    : []
  return ({ answers, options: choices, confidences, right }) => {
    const { chances } = weigh(
      answers.map((answer, i) => ({
        skill: skills[i]!,
        votes: answer === undefined ? [] : [{ key: String(answer), part: 1, confidence: confidences?.[i] }],
        ...(usual[i] !== undefined && { usual: usual[i] }),
      })),
      choices,
      constants,
    )
    return right.map((_, answer) => chances.get(String(answer))!)
  }
}

function usualOf(seat: number, questions: readonly Question[]): number | undefined {
  const stated = questions.flatMap(({ confidences }) => confidences?.[seat] ?? [])
  return stated.length === 0 ? undefined : mean(stated.map(toSureness))
}

/** What the rule knows of the seats of a panel, and the past questions that it knows it from. */
export function learn({ seats }: Panel, past: Past, options: RuleOptions) {
  const { outcomes = 0, verdicts = 0, debates = 0, hasTable = false } = options
  const random = createRandom('past', past.dataset.name, seats.join())
  const draw = (count: number) =>
    Array.from({ length: count }, () => past.questions[random.below(past.questions.length)]!)
  const known = draw(outcomes)
  const held = draw(debates)
  const judged = draw(verdicts).map((question) => ({ question, decided: decide(seats, question) }))
  const records = seats.map((seat): SeatRecord => {
    const verdictsOf = judged.flatMap(
      ({ question, decided }) => wasRight(question, question.answers[seat], decided) ?? [],
    )
    const right =
      known.filter(({ answers, truth }) => answers[seat] === truth).length + verdictsOf.filter(Boolean).length
    // Past debates with an outcome tell who agreed, too.
    const pairs = [...known, ...held, ...judged.map(({ question }) => question)].flatMap(({ answers }) =>
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
function decide(seats: readonly number[], { answers }: Question): string {
  const given = seats.flatMap((seat) => answers[seat] || [])
  const counts = [...Map.groupBy(given, (answer) => answer)].map(([answer, own]) => ({ answer, count: own.length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.answer ?? ''
}

/** As the track record of the product counts it: if the decision was wrong, only one of two other answers tells who was right. */
function wasRight({ truth, options }: Question, answer: string | undefined, decided: string): boolean | undefined {
  if (!answer) return undefined
  if (decided === truth) return answer === decided
  if (answer === decided) return false
  return options === 2 ? true : undefined
}

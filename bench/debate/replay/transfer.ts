import { WEIGHING, type Weighing } from '../../../packages/roundtable/src/consensus/weigh.ts'
import { mean } from '../metrics.ts'
import { type Case, toCases } from './cases.ts'
import type { Dataset, Question } from './dataset.ts'
import { drawPanels } from './panels.ts'
import { pickModels } from './past.ts'
import { protocolOf } from './protocols.ts'
import { accuracyOf, replay, type Score } from './replay.ts'
import { type Past, type RuleOptions, toRule } from './rules.ts'

/** How the rule does on models or subjects whose answers it was not fitted on, or whose outcomes or table it does not know. */
export interface Transfer {
  what: string
  score: Score
  /** The same with constants, outcomes or a table of its own. */
  own: Score
}

const PROPRIETARY = new Set(['gpt', 'claude', 'gemini', 'grok', 'deepseek'])
const SCIENCES = new Set(['math', 'physics', 'chemistry', 'engineering', 'computer science', 'biology'])

/** Enough models on each side for panels of any size. */
const LEAST_MODELS = 7

export function measureTransfer(scored: Dataset, past: Past, panels: number): Transfer[] {
  return [...acrossFamilies(scored, past, panels), ...acrossSubjects(scored, past, panels)]
}

function acrossFamilies(scored: Dataset, past: Past, panels: number): Transfer[] {
  const [some, others] = [true, false].map((isWanted) =>
    [...scored.models.keys()].filter((i) => PROPRIETARY.has(scored.families[i]!) === isWanted),
  )
  if (some!.length < LEAST_MODELS || others!.length < LEAST_MODELS) return []
  return [
    { what: 'fitted on proprietary models, used on open ones', from: some!, to: others! },
    { what: 'fitted on open models, used on proprietary ones', from: others!, to: some! },
  ].map(({ what, from, to }) => {
    const own = pickPast(past, to)
    const [foreign, fitted] = [fitConstants(pickPast(past, from)), fitConstants(own)]
    const measure = (constants: Weighing) =>
      measureOne({ scored: pickModels(scored, to), past: own, panels, rule: { outcomes: 50, constants } })
    return { what, score: measure(foreign), own: measure(fitted) }
  })
}

function acrossSubjects(scored: Dataset, past: Past, panels: number): Transfer[] {
  const isScience = ({ category }: Question) => SCIENCES.has(category)
  const isOther = (question: Question) => !isScience(question)
  const hasBoth = (questions: readonly Question[]) => questions.some(isScience) && questions.some(isOther)
  if (!hasBoth(scored.questions) || !hasBoth(past.questions)) return []
  const sides = [
    { from: 'sciences', to: 'other subjects', isFrom: isScience, isTo: isOther },
    { from: 'other subjects', to: 'sciences', isFrom: isOther, isTo: isScience },
  ]
  return sides.flatMap(({ from, to, isFrom, isTo }) => {
    const target = { ...scored, questions: scored.questions.filter(isTo) }
    const [foreign, own] = [isFrom, isTo].map((isKnown): Past => {
      const questions = past.questions.filter(isKnown)
      return { ...past, questions, table: accuracyOf(past.dataset, questions) }
    }) as [Past, Past]
    const measure = (known: Past, rule: RuleOptions) => measureOne({ scored: target, past: known, panels, rule })
    const [foreignFit, ownFit] = [fitConstants(foreign), fitConstants(own)]
    return [
      {
        what: `fitted on ${from}, used on ${to}`,
        score: measure(own, { outcomes: 50, constants: foreignFit }),
        own: measure(own, { outcomes: 50, constants: ownFit }),
      },
      {
        what: `50 outcomes of ${from}, used on ${to}`,
        score: measure(foreign, { outcomes: 50 }),
        own: measure(own, { outcomes: 50 }),
      },
      {
        what: `table of ${from}, used on ${to}`,
        score: measure(foreign, { hasTable: true }),
        own: measure(own, { hasTable: true }),
      },
    ]
  })
}

interface Measured {
  scored: Dataset
  past: Past
  panels: number
  rule: RuleOptions
}

const measureOne = ({ scored, past, panels, rule }: Measured): Score =>
  replay({ dataset: scored, past, panels, kinds: ['random'], rules: { transferred: rule } })[0]!

const pickPast = (past: Past, models: readonly number[]): Past => {
  const dataset = pickModels({ ...past.dataset, questions: past.questions }, models)
  return { dataset, questions: dataset.questions, table: models.map((i) => past.table[i]) }
}

const SAMPLE = 40

/** Fits the constants of the rule: each is moved up and down, by less each time, while the log loss falls. */
export function fitConstants(past: Past): Weighing {
  const accuracy = accuracyOf(past.dataset, past.questions)
  const panels = drawPanels(past.dataset, accuracy, SAMPLE, protocolOf(past.dataset.name))
    .filter(({ kind }) => kind === 'random')
    .map((panel) => ({ panel, cases: toCases(past.questions, panel.seats) }))
  const lossOf = (constants: Weighing) =>
    mean(
      panels.map(({ panel, cases }) =>
        lossOn(cases, cases.map(toRule(panel, past, { outcomes: 50, constants })), past.questions.length),
      ),
    )
  let best: Weighing = { ...WEIGHING }
  let least = lossOf(best)
  for (let step = 0.4; step > 0.05; step /= 2) {
    for (const name of ['power', 'base', 'level', 'seats'] as const) {
      for (const factor of [1 + step, 1 / (1 + step)]) {
        const tried = { ...best, [name]: best[name] * factor }
        const loss = lossOf(tried)
        if (loss < least) [best, least] = [tried, loss]
      }
    }
  }
  return best
}

/** The mean log loss of what was stated for the right answers. Answers that no seat gave share the rest of the probability. */
function lossOn(cases: readonly Case[], chances: readonly (readonly number[])[], questions: number): number {
  const losses = cases.map(({ options, right, count }, i) => {
    const given = right.map((rights, answer) => rights * -Math.log(Math.max(LEAST, chances[i]![answer]!)))
    const rest = (1 - sum(chances[i]!)) / Math.max(1, options - right.length)
    return sum(given) + (count - sum(right)) * -Math.log(Math.max(LEAST, rest))
  })
  return sum(losses) / questions
}

const LEAST = 1e-3

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

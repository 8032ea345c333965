import { WEIGHING, type Weighing } from '../../../packages/roundtable/src/consensus/weigh.ts'
import { mean } from '../metrics.ts'
import type { Dataset, Question } from './dataset.ts'
import { drawPanels } from './panels.ts'
import { accuracyOf, replay, type Score } from './replay.ts'
import { byWeight, type Past } from './rules.ts'

/** How the rule does on models or subjects that it was not fitted on, or whose outcomes it does not know. */
export interface Transfer {
  what: string
  score: Score
  /** The same with constants, or outcomes, of its own. */
  own: Score
}

const PROPRIETARY = new Set(['gpt', 'claude', 'gemini', 'grok', 'deepseek'])
const SCIENCES = new Set(['math', 'physics', 'chemistry', 'engineering', 'computer science', 'biology'])

export function measureTransfer(dataset: Dataset, past: Past, panels: number): Transfer[] {
  return [...acrossFamilies(dataset, past, panels), ...acrossCategories(dataset, past, panels)]
}

function acrossFamilies(dataset: Dataset, past: Past, panels: number): Transfer[] {
  const [some, others] = [true, false].map((isWanted) =>
    [...dataset.models.keys()].filter((i) => PROPRIETARY.has(dataset.families[i]!) === isWanted),
  )
  if (some!.length < 7 || others!.length < 7) return []
  return [
    { what: 'fitted on proprietary models, used on open ones', from: some!, to: others! },
    { what: 'fitted on open models, used on proprietary ones', from: others!, to: some! },
  ].map(({ what, from, to }) => {
    const scored = choose(dataset, to)
    const ownPast = choosePast(past, to)
    const foreign = fitConstants(choosePast(past, from))
    const [score, own] = [foreign, fitConstants(ownPast)].map((constants) =>
      onlyRandom(replay({ dataset: scored, past: ownPast, panels, rules: { fitted: { outcomes: 50, constants } } })),
    )
    return { what, score: score!, own: own! }
  })
}

function acrossCategories(dataset: Dataset, past: Past, panels: number): Transfer[] {
  const isScience = ({ category }: Question) => SCIENCES.has(category)
  const isOther = (question: Question) => !isScience(question)
  const hasBoth = (questions: readonly Question[]) => questions.some(isScience) && questions.some(isOther)
  if (!hasBoth(dataset.questions) || !hasBoth(past.questions)) return []
  return [
    { what: 'outcomes of sciences, used on other subjects', from: isScience, to: isOther },
    { what: 'outcomes of other subjects, used on sciences', from: isOther, to: isScience },
  ].map(({ what, from, to }) => {
    const scored = { ...dataset, questions: dataset.questions.filter(to) }
    const [score, own] = [from, to].map((known) =>
      onlyRandom(
        replay({
          dataset: scored,
          past: { ...past, questions: past.questions.filter(known) },
          panels,
          rules: { '50 outcomes': { outcomes: 50 } },
        }),
      ),
    )
    return { what, score: score!, own: own! }
  })
}

const onlyRandom = (scores: readonly Score[]): Score => scores.find(({ kind }) => kind === 'random')!

/** The dataset with some of its models only. */
function choose(dataset: Dataset, models: readonly number[]): Dataset {
  const only = <T>(all: readonly T[]): T[] => models.map((i) => all[i]!)
  return {
    ...dataset,
    models: only(dataset.models),
    families: only(dataset.families),
    questions: dataset.questions.map(({ confidences, ...question }) => ({
      ...question,
      answers: only(question.answers),
      ...(confidences !== undefined && { confidences: only(confidences) }),
    })),
  }
}

function choosePast(past: Past, models: readonly number[]): Past {
  const dataset = choose({ ...past.dataset, questions: past.questions }, models)
  return { dataset, questions: dataset.questions, table: models.map((i) => past.table[i]!) }
}

const SAMPLE = { panels: 25, questions: 200 }

/** Fits the constants of the rule: each is moved up and down, by less each time, while the log loss falls. */
export function fitConstants(past: Past): Weighing {
  const { dataset } = past
  const panels = drawPanels(dataset, accuracyOf(dataset, past.questions), SAMPLE.panels).filter(
    ({ kind }) => kind === 'random',
  )
  const stride = Math.max(1, Math.floor(past.questions.length / SAMPLE.questions))
  const questions = past.questions.filter((_, i) => i % stride === 0)
  const lossOf = (constants: Weighing) =>
    mean(
      panels.flatMap((panel) => {
        const rule = byWeight(panel, past, { outcomes: 50, constants })
        return questions.map((question) => -Math.log(Math.max(1e-3, rule(question).get(question.truth) ?? 1e-3)))
      }),
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

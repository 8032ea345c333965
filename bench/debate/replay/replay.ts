import {
  type Bin,
  brierScore,
  calibrationError,
  type Estimate,
  estimate,
  type Forecast,
  mean,
  toBins,
} from '../metrics.ts'
import type { Dataset, Question } from './dataset.ts'
import { drawPanels, type Panel, type PanelKind } from './panels.ts'
import { byMajority, byWeight, type Past, type Rule, type RuleOptions } from './rules.ts'

/** How a rule did on panels of a kind. */
export interface Score {
  rule: string
  kind: PanelKind
  accuracy: number
  majority: Estimate
  bestSeat: Estimate
  ece: { pooled: number; perPanel: number }
  brier: number
  bins: Bin[]
  /** How often it is right on the 80 % and the 50 % of the questions of which it is most sure. */
  coverage: { most: number; half: number; curve: [share: number, right: number][] }
  /** The share of questions with a probability of .9 or more, and how often it is right on them. */
  sure: { share: number; right: number }
}

const RULES: Readonly<Record<string, RuleOptions | 'majority'>> = {
  majority: 'majority',
  'nothing known': {},
  'nothing known, with confidence': { hasConfidence: true },
  '50 past debates': { debates: 50 },
  table: { hasTable: true },
  '5 outcomes': { outcomes: 5 },
  '20 outcomes': { outcomes: 20 },
  '50 outcomes': { outcomes: 50 },
  '50 outcomes, with confidence': { outcomes: 50, hasConfidence: true },
  '20 verdicts': { verdicts: 20 },
  '50 verdicts': { verdicts: 50 },
  '100 verdicts': { verdicts: 100 },
  'table and 20 outcomes': { hasTable: true, outcomes: 20 },
  'table and 50 outcomes': { hasTable: true, outcomes: 50 },
}

export interface ReplayInput {
  dataset: Dataset
  past: Past
  /** How many random panels; a quarter as many of each other kind. */
  panels: number
  rules?: Readonly<Record<string, RuleOptions | 'majority'>>
}

/** Replays recorded answers: each rule decides each question for each panel. */
export function replay({ dataset, past, panels, rules = RULES }: ReplayInput): Score[] {
  const accuracy = accuracyOf(dataset, dataset.questions)
  const drawn = drawPanels(dataset, accuracy, panels)
  const hasConfidence = dataset.questions.some(({ confidences }) => confidences !== undefined)
  const usable = Object.entries(rules).filter(([, rule]) => rule === 'majority' || !rule.hasConfidence || hasConfidence)
  const results = drawn.map((panel) => {
    const best = Math.max(...panel.seats.map((seat) => accuracy[seat]!))
    const majority = credit(dataset.questions, byMajority(panel))
    return {
      panel,
      best,
      majority,
      byRule: usable.map(([, rule]) => judge(dataset.questions, toRule(rule, panel, past))),
    }
  })
  return [...Map.groupBy(results, ({ panel }) => panel.kind)].flatMap(([kind, own]) =>
    usable.map(([rule], i) =>
      toScore(
        rule,
        kind,
        own.map(({ byRule, best, majority }) => ({ ...byRule[i]!, best, majority })),
      ),
    ),
  )
}

export const accuracyOf = ({ models }: Dataset, questions: readonly Question[]): number[] =>
  models.map((_, i) => mean(questions.map(({ answers, truth }) => Number(answers[i] === truth))))

const toRule = (rule: RuleOptions | 'majority', panel: Panel, past: Past): Rule =>
  rule === 'majority' ? byMajority(panel) : byWeight(panel, past, rule)

interface Judged {
  accuracy: number
  forecasts: readonly Forecast[]
}

/** A tie counts as its share. */
function judge(questions: readonly Question[], rule: Rule): Judged {
  const forecasts: Forecast[] = []
  let right = 0
  for (const question of questions) {
    const { leaders, probability } = leadersOf(rule(question))
    if (leaders.length === 0) continue
    const share = leaders.includes(question.truth) ? 1 / leaders.length : 0
    right += share
    forecasts.push({ stated: probability, isRight: leaders[0] === question.truth })
  }
  return { accuracy: right / questions.length, forecasts }
}

const credit = (questions: readonly Question[], rule: Rule): number => judge(questions, rule).accuracy

function leadersOf(chances: ReadonlyMap<string, number>) {
  let probability = 0
  for (const chance of chances.values()) if (chance > probability) probability = chance
  const leaders: string[] = []
  for (const [key, chance] of chances) if (probability - chance < 1e-9) leaders.push(key)
  return { leaders, probability }
}

function toScore(
  rule: string,
  kind: PanelKind,
  panels: readonly (Judged & { best: number; majority: number })[],
): Score {
  const pooled = panels.flatMap(({ forecasts }) => forecasts)
  const ranked = pooled.toSorted((a, b) => b.stated - a.stated)
  const rightAt = (share: number) =>
    mean(ranked.slice(0, Math.round(ranked.length * share)).map(({ isRight }) => Number(isRight)))
  const sure = pooled.filter(({ stated }) => stated >= 0.9)
  return {
    rule,
    kind,
    accuracy: mean(panels.map(({ accuracy }) => accuracy)),
    majority: estimate(panels.map(({ accuracy, majority }) => accuracy - majority)),
    bestSeat: estimate(panels.map(({ accuracy, best }) => accuracy - best)),
    ece: {
      pooled: calibrationError(pooled),
      perPanel: mean(panels.map(({ forecasts }) => calibrationError(forecasts))),
    },
    brier: brierScore(pooled),
    bins: toBins(pooled),
    coverage: {
      most: rightAt(0.8),
      half: rightAt(0.5),
      curve: Array.from({ length: 20 }, (_, i) => [(i + 1) / 20, rightAt((i + 1) / 20)]),
    },
    sure: { share: sure.length / pooled.length, right: mean(sure.map(({ isRight }) => Number(isRight))) },
  }
}

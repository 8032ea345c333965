import {
  type Bin,
  brierScore,
  calibrationError,
  createPool,
  type Estimate,
  estimate,
  type Forecast,
  mean,
  rightAt,
  toBins,
} from '../metrics.ts'
import { type Case, toCases } from './cases.ts'
import type { Dataset, Question } from './dataset.ts'
import { drawPanels, type Panel, type PanelKind } from './panels.ts'
import { protocolOf } from './protocols.ts'
import { type Past, type RuleOptions, toRule } from './rules.ts'

/** How a rule did on panels of a kind. */
export interface Score {
  rule: string
  kind: PanelKind
  panels: number
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

const RULES: Readonly<Record<string, RuleOptions>> = {
  majority: { decidesBy: 'majority' },
  'best seat by table': { decidesBy: 'best seat', hasTable: true },
  'best seat by 50 outcomes': { decidesBy: 'best seat', outcomes: 50 },
  'nothing known': {},
  'nothing known, with confidence': { hasConfidence: true },
  '5 past debates': { debates: 5 },
  '50 past debates': { debates: 50 },
  '50 past debates and 5 outcomes': { debates: 50, outcomes: 5 },
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
  /** How many random panels; a tenth as many of each other kind. */
  panels: number
  /** The kinds of panels; all of them by default. */
  kinds?: readonly PanelKind[]
  rules?: Readonly<Record<string, RuleOptions>>
}

/** Replays recorded answers: each rule decides each question for each panel. */
export function replay({ dataset, past, panels, kinds, rules = RULES }: ReplayInput): Score[] {
  const accuracy = accuracyOf(dataset, dataset.questions)
  const drawn = drawPanels(dataset, accuracy, panels, protocolOf(past.dataset.name)).filter(
    ({ kind }) => kinds?.includes(kind) ?? true,
  )
  const hasConfidence = dataset.questions.some(({ confidences }) => confidences !== undefined)
  const usable = Object.entries(rules).filter(([, rule]) => !rule.hasConfidence || hasConfidence)
  return [...Map.groupBy(drawn, ({ kind }) => kind)].flatMap(([kind, own]) => {
    const pools = usable.map(() => createPool())
    const panels = own.map((panel) => {
      const judged = judgePanel({ panel, past, questions: dataset.questions, accuracy, usable })
      for (const [i, { forecasts }] of judged.entries()) pools[i]!.add(forecasts)
      return judged.map(({ forecasts, ...one }) => ({ ...one, calibrationError: calibrationError(forecasts) }))
    })
    return usable.map(([rule], i) =>
      toScore(rule, kind, { panels: panels.map((byRule) => byRule[i]!), pooled: pools[i]!.list() }),
    )
  })
}

export const accuracyOf = ({ models }: Dataset, questions: readonly Question[]): number[] =>
  models.map((_, i) => mean(questions.map(({ answers, truth }) => Number(answers[i] === truth))))

interface Judged {
  accuracy: number
  forecasts: readonly Forecast[]
  /** The accuracy of the majority, and of the best seat in hindsight. */
  majority: number
  best: number
}

interface PanelInput {
  panel: Panel
  past: Past
  questions: readonly Question[]
  accuracy: readonly number[]
  usable: readonly [string, RuleOptions][]
}

function judgePanel({ panel, past, questions, accuracy, usable }: PanelInput): Judged[] {
  const plain = toCases(questions, panel.seats)
  const confident = usable.some(([, rule]) => rule.hasConfidence) ? toCases(questions, panel.seats, 'confidence') : []
  const judgeBy = (rule: RuleOptions) =>
    judge(rule.hasConfidence ? confident : plain, toRule(panel, past, rule), questions.length)
  const majority = judgeBy({ decidesBy: 'majority' }).accuracy
  const best = Math.max(...panel.seats.map((seat) => accuracy[seat]!))
  return usable.map(([, rule]) => ({ ...judgeBy(rule), majority, best }))
}

/** A tie counts as its share. A question that no seat answered is wrong. */
function judge(cases: readonly Case[], rule: (one: Case) => readonly number[], questions: number) {
  const forecasts: Forecast[] = []
  let allRight = 0
  for (const one of cases) {
    if (one.right.length === 0) continue
    const chances = rule(one)
    const stated = Math.max(...chances)
    let [leaders, right] = [0, 0]
    for (const [answer, chance] of chances.entries()) {
      if (stated - chance >= 1e-9) continue
      leaders++
      right += one.right[answer]!
    }
    right /= leaders
    allRight += right
    forecasts.push({ stated, count: one.count, right })
  }
  return { accuracy: allRight / questions, forecasts }
}

interface Measured {
  panels: readonly (Omit<Judged, 'forecasts'> & { calibrationError: number })[]
  /** The forecasts of all panels. */
  pooled: readonly Forecast[]
}

function toScore(rule: string, kind: PanelKind, { panels, pooled }: Measured): Score {
  const shares = Array.from({ length: 20 }, (_, i) => (i + 1) / 20)
  const [most, half, ...curve] = rightAt(pooled, [0.8, 0.5, ...shares])
  const countOf = (forecasts: readonly Forecast[]) => forecasts.reduce((sum, { count }) => sum + count, 0)
  const sure = pooled.filter(({ stated }) => stated >= 0.9)
  const sureRight = sure.reduce((sum, { right }) => sum + right, 0)
  return {
    rule,
    kind,
    panels: panels.length,
    accuracy: mean(panels.map(({ accuracy }) => accuracy)),
    majority: estimate(panels.map(({ accuracy, majority }) => accuracy - majority)),
    bestSeat: estimate(panels.map(({ accuracy, best }) => accuracy - best)),
    ece: {
      pooled: calibrationError(pooled),
      perPanel: mean(panels.map(({ calibrationError }) => calibrationError)),
    },
    brier: brierScore(pooled),
    bins: toBins(pooled),
    coverage: { most: most!, half: half!, curve: shares.map((share, i) => [share, curve[i]!]) },
    sure: { share: countOf(sure) / countOf(pooled), right: sure.length === 0 ? 0 : sureRight / countOf(sure) },
  }
}

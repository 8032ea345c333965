import type { Target } from '../../report.ts'
import type { Estimate } from '../metrics.ts'
import { percent, points } from '../words.ts'
import type { PanelKind } from './panels.ts'
import type { Score } from './replay.ts'

/** Limits for what the rule gains over the majority, in points, by dataset: models of 2023–24, models of 2024–25. */
const GAINS: readonly { rule: string; least: readonly [number, number] }[] = [
  { rule: 'nothing known', least: [-0.05, -0.05] },
  { rule: '50 past debates', least: [1.4, 2] },
  { rule: 'table', least: [3.2, 2.4] },
  { rule: '20 outcomes', least: [3, 3.8] },
  { rule: '50 outcomes', least: [4.2, 4.7] },
]

/** The targets for a dataset. `newer` says which limits apply. */
export function toTargets(name: string, scores: readonly Score[], newer: boolean): Target[] {
  const of = (rule: string, kind: PanelKind = 'random') => scores.find((one) => one.rule === rule && one.kind === kind)
  const atLeast = (what: string, measured: Estimate | undefined, least: number): Target[] => {
    if (measured === undefined) return []
    const { mean, margin } = measured
    const met = mean * 100 >= least
    const isNear = (mean + margin) * 100 >= least
    return [
      {
        what: `${name}: ${what}`,
        limit: `≥ ${points(least / 100)}`,
        measured: points(mean),
        met,
        ...(!met && isNear && { why: `the limit is within the interval of ± ${(margin * 100).toFixed(1)}` }),
      },
    ]
  }
  const atMost = (what: string, measured: number | undefined, most: number): Target[] =>
    measured === undefined
      ? []
      : [{ what: `${name}: ${what}`, limit: `≤ ${most}`, measured: measured.toFixed(3), met: measured <= most }]
  const known = scores.filter(({ rule }) => rule === '50 outcomes')
  return [
    ...GAINS.flatMap(({ rule, least }) =>
      atLeast(`${rule}, against the majority`, of(rule)?.majority, least[newer ? 1 : 0]),
    ),
    ...atLeast('50 outcomes, against the best seat', of('50 outcomes')?.bestSeat, -0.2),
    ...atLeast('50 outcomes, against the best seat of strong panels', of('50 outcomes', 'strong')?.bestSeat, 0.8),
    ...atLeast('20 outcomes, strong panels, against the majority', of('20 outcomes', 'strong')?.majority, -0.5),
    ...atLeast('5 outcomes, strong panels, against the majority', of('5 outcomes', 'strong')?.majority, -0.5),
    ...atMost('nothing known, calibration error', of('nothing known')?.ece.pooled, 0.05),
    ...atMost('50 outcomes, calibration error', of('50 outcomes')?.ece.pooled, 0.03),
    ...atMost(
      '50 outcomes, calibration error of the worst kind of panel',
      Math.max(...known.map(({ ece }) => ece.pooled)),
      0.07,
    ),
    ...atMost('50 outcomes, with confidence, calibration error', of('50 outcomes, with confidence')?.ece.pooled, 0.035),
    ...toHalf(
      name,
      newer ? 92 : 78.5,
      of(newer ? '50 outcomes, with confidence' : '50 outcomes'),
      of('table and 50 outcomes'),
    ),
  ]
}

const toHalf = (name: string, least: number, score: Score | undefined, informed: Score | undefined): Target[] => {
  if (score === undefined) return []
  const met = score.coverage.half * 100 >= least
  return [
    {
      what: `${name}: right on the surer half`,
      limit: `≥ ${least} %`,
      measured: percent(score.coverage.half),
      met,
      ...(!met && informed && { why: `with the table as well it is ${percent(informed.coverage.half)}` }),
    },
  ]
}

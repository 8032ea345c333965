import type { Target } from '../../report.ts'
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
  const atLeast = (what: string, measured: number | undefined, least: number): Target[] =>
    measured === undefined
      ? []
      : [
          {
            what: `${name}: ${what}`,
            limit: `≥ ${points(least / 100)}`,
            measured: points(measured),
            met: measured * 100 >= least,
          },
        ]
  const atMost = (what: string, measured: number | undefined, most: number): Target[] =>
    measured === undefined
      ? []
      : [{ what: `${name}: ${what}`, limit: `≤ ${most}`, measured: measured.toFixed(3), met: measured <= most }]
  const known = scores.filter(({ rule }) => rule === '50 outcomes')
  return [
    ...GAINS.flatMap(({ rule, least }) =>
      atLeast(`${rule}, against the majority`, of(rule)?.majority.mean, least[newer ? 1 : 0]),
    ),
    ...atLeast('50 outcomes, against the best seat', of('50 outcomes')?.bestSeat.mean, -0.2),
    ...atLeast('50 outcomes, against the best seat of strong panels', of('50 outcomes', 'strong')?.bestSeat.mean, 0.8),
    ...atLeast('20 outcomes, strong panels, against the majority', of('20 outcomes', 'strong')?.majority.mean, -0.5),
    ...atLeast('5 outcomes, strong panels, against the majority', of('5 outcomes', 'strong')?.majority.mean, -0.5),
    ...atMost('nothing known, calibration error', of('nothing known')?.ece.pooled, 0.05),
    ...atMost('50 outcomes, calibration error', of('50 outcomes')?.ece.pooled, 0.03),
    ...atMost(
      '50 outcomes, calibration error of the worst kind of panel',
      Math.max(...known.map(({ ece }) => ece.pooled)),
      0.07,
    ),
    ...atMost('50 outcomes, with confidence, calibration error', of('50 outcomes, with confidence')?.ece.pooled, 0.035),
    ...toHalf(name, newer ? 92 : 78.5, of(newer ? '50 outcomes, with confidence' : '50 outcomes')),
  ]
}

const toHalf = (name: string, least: number, score: Score | undefined): Target[] =>
  score === undefined
    ? []
    : [
        {
          what: `${name}: right on the surer half`,
          limit: `≥ ${least} %`,
          measured: percent(score.coverage.half),
          met: score.coverage.half * 100 >= least,
        },
      ]

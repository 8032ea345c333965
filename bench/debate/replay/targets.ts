import type { Target } from '../../report.ts'
import { percent, points } from '../words.ts'
import type { PanelKind } from './panels.ts'
import type { Limit, Protocol } from './protocols.ts'
import type { Score } from './replay.ts'

/** Compares the scores of a dataset with the limits of its protocol. Limits for rules that were not replayed are left out. */
export function toTargets(name: string, scores: readonly Score[], { limits }: Protocol): Target[] {
  return limits.flatMap((limit): Target[] => {
    const { rule, kind = 'random' } = limit
    const score = scores.find((one) => one.rule === rule && one.kind === kind)
    if (score === undefined) return []
    return [{ what: `${name}: ${sayWhat(limit, kind)}`, ...compare(limit, score, scores) }]
  })
}

const sayWhat = ({ rule, number }: Limit, kind: PanelKind): string => {
  const known = kind === 'random' ? rule : `${rule}, ${kind} panels`
  if (number === 'majority' || number === 'best seat') return `${known}, against the ${number}`
  return `${known}, ${number}`
}

function compare(limit: Limit, score: Score, scores: readonly Score[]): Omit<Target, 'what'> {
  switch (limit.number) {
    case 'majority':
      return compareGain(score.majority, limit.least)
    case 'best seat':
      return compareGain(score.bestSeat, limit.least)
    case 'right at 50 %':
      return {
        limit: `≥ ${limit.least} %`,
        measured: percent(score.coverage.half),
        met: score.coverage.half * 100 >= limit.least,
      }
    case 'calibration error':
      return compareError(score.ece.pooled, limit.most)
    case 'calibration error of the worst kind of panel': {
      const own = scores.filter(({ rule }) => rule === limit.rule)
      return compareError(Math.max(...own.map(({ ece }) => ece.pooled)), limit.most)
    }
  }
}

function compareGain({ mean, margin }: Score['majority'], least: number): Omit<Target, 'what'> {
  const met = mean * 100 >= least
  const isNear = (mean + margin) * 100 >= least
  return {
    limit: `≥ ${points(least / 100, 2)}`,
    measured: points(mean, 2),
    met,
    ...(!met && isNear && { why: `the limit is within the interval of ± ${(margin * 100).toFixed(1)}` }),
  }
}

const compareError = (measured: number, most: number): Omit<Target, 'what'> => ({
  limit: `≤ ${most}`,
  measured: measured.toFixed(3),
  met: measured <= most,
})

import type { Calibration } from './calibration.ts'
import { type Juror, summon } from './jury.ts'
import { average, NODES } from './normal.ts'
import { findDoubts, type Voice } from './voice.ts'

/**
 * The probability that each given answer is right. `choices` is the number of possible answers.
 *
 * - P1 Private votes count, and more so if seats were asked twice. Later changes of mind do not,
 *   unless facts had arrived: a persuasive seat convinces others whether it is right or wrong.
 * - P2 A seat with less confidence than most may guess, and one with much more may be overconfident. Such a vote counts for
 *   less, never against its answer.
 * - P3 Errors are correlated: among all seats, more within a family, and most between two votes of one seat. A seat
 *   with two different votes is probably wrong with both.
 */
export function poolVotes(voices: readonly Voice[], choices: number, calibration: Calibration): Map<string, number> {
  const held = voices.flatMap(({ first, again, now }) => [first, again, now].flatMap((one) => one ?? []))
  const keys = [...new Set(held.map(({ key }) => key))]
  const count = Math.max(choices, keys.length, 2)
  const doubts = findDoubts(voices, calibration)
  const jury = summon(voices, doubts, count, calibration)
  const families = [...Map.groupBy(jury, ({ family }) => family).values()]
  // The last candidate stands for all possible answers that no seat gave.
  const unseen = count - keys.length
  const candidates = unseen > 0 ? [...keys, undefined] : keys
  const share = candidates.map((key) => (key === undefined ? unseen : 1))

  const odds = candidates.map((right, i) => {
    const lures = candidates.map((_, j) => (j === i ? share[j]! - 1 : share[j]!))
    return candidates.reduce(
      (sum, lure, j) => (lures[j] === 0 ? sum : sum + lures[j]! * likelihood(families, right, lure)),
      0,
    )
  })
  const total = odds.reduce((sum, one, i) => sum + one * share[i]!, 0)
  const { ceiling } = calibration
  return new Map(keys.map((key, i) => [key, Math.min(ceiling, Math.max(1 - ceiling, odds[i]! / total))]))
}

/** The likelihood of all votes if `right` is right and `lure` is the tempting error, averaged over luck. */
function likelihood(families: readonly Juror[][], right: string | undefined, lure: string | undefined): number {
  const chances = families.map((members) => members.map((juror) => juror.chances(right, lure)))
  return average(NODES, (_, all) =>
    chances.reduce(
      (product, members) =>
        product * average(NODES, (_, own) => members.reduce((both, chance) => both * chance[all]![own]!, 1)),
      1,
    ),
  )
}

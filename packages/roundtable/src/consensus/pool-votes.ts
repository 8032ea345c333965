import type { Calibration } from './calibration.ts'
import { findDoubts } from './find-doubts.ts'
import { type Juror, summon } from './jury.ts'
import { average, NODES } from './normal.ts'
import type { Voice } from './voice.ts'

/**
 * How likely each answer that was given is right, as far as voices tell. `choices` is how many answers there could be.
 *
 * - P1 What seats say on their own counts, all the more where they were asked twice. What they came round to later does not,
 *   unless facts had come in: one who is persuasive and wrong wins them over as well as one who is right.
 * - P2 Who is less sure than most may guess, and who is much surer may brag. That makes a vote count for less, never against
 *   what it is for.
 * - P3 Seats err alike, those of a family most, and one that is asked again most of all: what leads one astray may lead them
 *   all, to the same answer, and who says two things is likely astray with both.
 */
export function poolVotes(voices: readonly Voice[], choices: number, calibration: Calibration): Map<string, number> {
  const held = voices.flatMap(({ first, again, now }) => [first, again, now].flatMap((one) => one ?? []))
  const keys = [...new Set(held.map(({ key }) => key))]
  const count = Math.max(choices, keys.length, 2)
  const doubts = findDoubts(voices, calibration)
  const jury = summon(voices, doubts, count, calibration)
  const families = [...Map.groupBy(jury, ({ family }) => family).values()]
  // The last stands for all that nobody gave.
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

/** How likely all said what they said if an answer is right and another tempts, whatever luck they had. */
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

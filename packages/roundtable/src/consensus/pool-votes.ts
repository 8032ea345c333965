import type { Calibration } from './calibration.ts'
import { findDoubts } from './find-doubts.ts'
import { type Juror, summon } from './jury.ts'
import { NODES } from './normal.ts'
import type { Voice } from './voice.ts'
import { weighConversions } from './weigh-conversions.ts'

/**
 * How likely each answer that was given is right, as far as voices tell. `choices` is how many answers there could be.
 *
 * - P1 Votes from before anybody was heard are the anchor. What seats came round to later adds little, and nothing where they
 *   do not say by what they were convinced, or where it was one who convinced them.
 * - P2 Who is less sure than most may guess, and who is much surer may brag. That makes a vote count for less, never against
 *   what it is for.
 * - P3 Seats err alike, those of a family most: what leads one astray may lead them all, and to the same answer.
 */
export function poolVotes(voices: readonly Voice[], choices: number, calibration: Calibration): Map<string, number> {
  const keys = [...new Set(voices.flatMap(({ first, now }) => [first, now].flatMap((held) => held?.key ?? [])))]
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
    const likely = candidates.reduce(
      (sum, lure, j) => (lures[j] === 0 ? sum : sum + lures[j]! * likelihood(families, right, lure)),
      0,
    )
    return right === undefined ? likely : likely * Math.exp(weighConversions(voices, doubts, right, calibration))
  })
  const total = odds.reduce((sum, one, i) => sum + one * share[i]!, 0)
  const { ceiling } = calibration
  return new Map(keys.map((key, i) => [key, Math.min(ceiling, Math.max(1 - ceiling, odds[i]! / total))]))
}

/** How likely all said what they said if an answer is right and another tempts, whatever luck they had. */
const likelihood = (families: readonly Juror[][], right: string | undefined, lure: string | undefined): number =>
  NODES.reduce(
    (sum, { weight }, all) =>
      sum + families.reduce((product, members) => product * ofFamily(members, right, lure, all), weight),
    0,
  )

const ofFamily = (
  members: readonly Juror[],
  right: string | undefined,
  lure: string | undefined,
  all: number,
): number =>
  NODES.reduce(
    (sum, { weight }, own) =>
      sum + members.reduce((product, juror) => product * juror.chance(right, lure, all, own), weight),
    0,
  )

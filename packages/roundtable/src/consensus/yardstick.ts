import type { Calibration } from './calibration.ts'
import { cumulative, NODES, quantile } from './normal.ts'
import { type Held, medianOf, sureness, type Voice } from './voice.ts'

/** The values that are usual among the seats, against which each is compared. */
export interface Yardstick {
  choices: number
  /** The highest confidence that counts, in log-odds. */
  most: number
  /** The log-odds that a seat with the median confidence is right. */
  usual: number
  /** The lowest log-odds that a seat is right. */
  least: number
  /** The probability that a seat with the median confidence is right, by the luck of all seats, of its family and its own. */
  isRight: number[][][]
}

export function toYardstick(voices: readonly Voice[], choices: number, calibration: Calibration): Yardstick {
  const { unstated, alike, kin, self, brag } = calibration
  const held = voices.flatMap(({ first, now }) => first ?? now ?? [])
  const least = leastOf(choices, calibration)
  const sure = medianOf(held.map((one) => sureness(one, unstated)))
  const usual = toLogOdds(sure, least, calibration)
  const limit = quantile(toShare(usual))
  const chance = Math.sqrt(1 - alike - kin - self)
  const isRight = NODES.map((all) =>
    NODES.map((family) =>
      NODES.map((own) => {
        const luck = Math.sqrt(alike) * all.at + Math.sqrt(kin) * family.at + Math.sqrt(self) * own.at
        return cumulative((limit - luck) / chance)
      }),
    ),
  )
  return { choices, most: sure + brag, usual, least, isRight }
}

/**
 * Compares a vote with the median confidence. If it is more confident: `edge` is the factor for its odds, half of it on either
 * side. If it is less confident: `known` is the probability that the seat does not guess. Both are independent of luck, so that an
 * unsure seat is no evidence for bad luck of the confident ones.
 */
export function compare(
  held: Held,
  other: Held | undefined,
  { usual, least, most, choices }: Yardstick,
  calibration: Calibration,
): { edge: number; known: number } {
  const { unstated, mood } = calibration
  const surer = (one: Held) => toLogOdds(Math.min(most, sureness(one, unstated)), least, calibration) - usual
  // The confidence of a seat is correlated between its votes: the same vote twice adds less, and a difference between two votes adds more.
  const both = (again: Held) =>
    again.key === held.key
      ? (surer(held) + surer(again)) / 2 / (1 + mood)
      : (surer(held) - mood * surer(again)) / (1 - mood ** 2)
  const ahead = Math.min(toLogOdds(most, least, calibration) - usual, other === undefined ? surer(held) : both(other))
  if (ahead >= 0) return { edge: Math.exp(ahead / 2), known: 1 }
  const chance = 1 / choices
  return { edge: 1, known: (toShare(Math.max(least, usual + ahead)) - chance) / (toShare(usual) - chance) }
}

/** The minimum advantage of a vote over no vote. */
const LEAST = 0.02

/** The log-odds above which agreement is more likely knowledge than a shared error. */
function leastOf(choices: number, { temptation }: Calibration): number {
  const tempted = temptation + (1 - temptation) / (choices - 1)
  const least = Math.max(1 / choices, tempted / (1 + tempted)) + LEAST
  return Math.log(least / (1 - least))
}

/** The log-odds that a seat with this confidence is right. */
const toLogOdds = (sure: number, least: number, { skill, shrink }: Calibration): number =>
  Math.max(skill + shrink * sure, least)

const toShare = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

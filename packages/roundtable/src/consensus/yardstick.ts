import type { Calibration } from './calibration.ts'
import { cumulative, NODES, quantile } from './normal.ts'
import { type Held, medianOf, sureness, type Voice } from './voice.ts'

/** What seats are measured by: what is usual among them. */
export interface Yardstick {
  choices: number
  /** The log-odds of a confidence that nobody is believed to have more than. */
  most: number
  /** The log-odds that a seat is right that is as sure as most are. */
  usual: number
  /** The least log-odds that anybody is right with who votes at all. */
  least: number
  /** How likely such a seat is right, by the luck of all, of its family and its own: what leads seats astray is partly the same. */
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
 * A seat against one that is as sure as most are. Surer: by what its odds are to be multiplied, half of that on either side.
 * Less sure: how likely it knows at all, and does not guess. Luck has no part in either, so that somebody unsure does not speak
 * for the luck that would make those who are sure wrong.
 */
export function compare(
  held: Held,
  other: Held | undefined,
  { usual, least, most, choices }: Yardstick,
  calibration: Calibration,
): { edge: number; known: number } {
  const { unstated, mood } = calibration
  const surer = (one: Held) => toLogOdds(Math.min(most, sureness(one, unstated)), least, calibration) - usual
  // Somebody is about as sure whatever it answers: to say it twice adds less, and by how much it is surer of one of two adds more.
  const both = (again: Held) =>
    again.key === held.key
      ? (surer(held) + surer(again)) / 2 / (1 + mood)
      : (surer(held) - mood * surer(again)) / (1 - mood ** 2)
  const ahead = Math.min(toLogOdds(most, least, calibration) - usual, other === undefined ? surer(held) : both(other))
  if (ahead >= 0) return { edge: Math.exp(ahead / 2), known: 1 }
  const chance = 1 / choices
  return { edge: 1, known: (toShare(Math.max(least, usual + ahead)) - chance) / (toShare(usual) - chance) }
}

/** The least by which a vote is better than no vote. */
const LEAST = 0.02

/** The log-odds that are enough for those who agree not to be more likely tempted alike. */
function leastOf(choices: number, { temptation }: Calibration): number {
  const tempted = temptation + (1 - temptation) / (choices - 1)
  const least = Math.max(1 / choices, tempted / (1 + tempted)) + LEAST
  return Math.log(least / (1 - least))
}

/** The log-odds that somebody so sure is right. */
const toLogOdds = (sure: number, least: number, { skill, shrink }: Calibration): number =>
  Math.max(skill + shrink * sure, least)

const toShare = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

import type { Calibration } from './calibration.ts'
import { cumulative, NODES, quantile } from './normal.ts'
import { type Held, medianOf, sureness, type Voice } from './voice.ts'

/** A seat, as far as it bears on what is right. */
export interface Juror {
  family: string
  /**
   * How likely it says what it said if an answer is right and another tempts, when luck goes so for all seats and so for its
   * family: numbers of `NODES`.
   */
  chance(right: string | undefined, lure: string | undefined, all: number, own: number): number
}

/** The seats as jurors. `doubts` says how likely each brags. */
export function summon(
  voices: readonly Voice[],
  doubts: readonly number[],
  choices: number,
  calibration: Calibration,
): Juror[] {
  const bench = toBench(voices, choices, calibration)
  return voices.map((voice, i) => toJuror(voice, doubts[i]!, bench, calibration))
}

/** What all seats have in common. */
interface Bench {
  choices: number
  /** The log-odds that a seat is right that is as sure as most are. */
  usual: number
  /** How likely such a seat is right, by the luck of all and of its family: what leads seats astray is partly the same. */
  isRight: number[][]
}

function toBench(voices: readonly Voice[], choices: number, calibration: Calibration): Bench {
  const { unstated, alike, kin } = calibration
  const held = voices.flatMap(({ first, now }) => first ?? now ?? [])
  const usual = logOddsOf(medianOf(held.map((one) => sureness(one, unstated))), choices, calibration)
  const limit = quantile(toShare(usual))
  const alone = Math.sqrt(1 - alike - kin)
  const isRight = NODES.map((all) =>
    NODES.map((own) => cumulative((limit - Math.sqrt(alike) * all.at - Math.sqrt(kin) * own.at) / alone)),
  )
  return { choices, usual, isRight }
}

function toJuror(voice: Voice, doubt: number, bench: Bench, calibration: Calibration): Juror {
  const { temptation } = calibration
  const { choices, isRight } = bench
  const said = listSaid(voice, calibration).map(({ held, weight }) => {
    const { edge, known } = compare(held, bench, calibration)
    return { key: held.key, weight, edge, known: known * (1 - doubt) }
  })
  const chance: Juror['chance'] = (right, lure, all, own) =>
    said.reduce((product, { key, weight, edge, known }) => {
      const p = isRight[all]![own]!
      const astray = (1 - temptation) / (choices - 1) + (key === lure ? temptation : 0)
      const one = known * (key === right ? p * edge : ((1 - p) * astray) / edge) + (1 - known) / choices
      return product * (weight === 1 ? one : one ** weight)
    }, 1)
  return { family: voice.family, chance }
}

/** What counts of what a seat held, and how much. */
function listSaid({ first, now, isInformed = false }: Voice, { informed }: Calibration) {
  const weight = isInformed && now !== undefined && now.key !== first?.key ? informed : 0
  return [
    { held: first, weight: 1 - weight },
    { held: now, weight },
  ].flatMap(({ held, weight }) => (held === undefined || weight === 0 ? [] : [{ held, weight }]))
}

/**
 * A seat against one that is as sure as most are. Surer: by what its odds are to be multiplied, half of that on either side.
 * Less sure: how likely it knows at all, and does not guess. Luck has no part in either, so that somebody unsure does not speak
 * for the luck that would make those who are sure wrong.
 */
function compare(held: Held, { usual, choices }: Bench, calibration: Calibration): { edge: number; known: number } {
  const own = logOddsOf(sureness(held, calibration.unstated), choices, calibration)
  if (own >= usual) return { edge: Math.exp((own - usual) / 2), known: 1 }
  return { edge: 1, known: (toShare(own) - 1 / choices) / (toShare(usual) - 1 / choices) }
}

/** The least by which a vote is better than no vote. */
const LEAST = 0.02

/** The log-odds that somebody so sure is right: always enough that those who agree are not more likely tempted alike. */
function logOddsOf(sure: number, choices: number, { skill, shrink, temptation }: Calibration): number {
  const tempted = temptation + (1 - temptation) / (choices - 1)
  const least = Math.max(1 / choices, tempted / (1 + tempted)) + LEAST
  return Math.max(skill + shrink * sure, Math.log(least / (1 - least)))
}

const toShare = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

import type { Calibration } from './calibration.ts'
import { average } from './normal.ts'
import type { Voice } from './voice.ts'
import { compare, toYardstick, type Yardstick } from './yardstick.ts'

/** The likelihoods of the votes of a seat. */
export interface Juror {
  family: string
  /**
   * The likelihood of its votes if `right` is right and `lure` is the tempting error, by the luck of all seats and of its family,
   * for each of `NODES`.
   */
  chances(right: string | undefined, lure: string | undefined): readonly (readonly number[])[]
}

/** Creates the jurors. `doubts` has the probability that each seat is overconfident. */
export function summon(
  voices: readonly Voice[],
  doubts: readonly number[],
  choices: number,
  calibration: Calibration,
): Juror[] {
  const yardstick = toYardstick(voices, choices, calibration)
  return voices.map((voice, i) => toJuror(voice, doubts[i]!, yardstick, calibration))
}

function toJuror(voice: Voice, doubt: number, yardstick: Yardstick, calibration: Calibration): Juror {
  const { temptation } = calibration
  const { choices, isRight } = yardstick
  const said = listSaid(voice, calibration).map(({ held, other, weight }) => {
    const { edge, known } = compare(held, other, yardstick, calibration)
    return { key: held.key, weight, edge, known: known * (1 - doubt) }
  })
  const astray = (1 - temptation) / (choices - 1)
  const toOdds = (kinds: readonly Kind[]): Odds[] =>
    said.map(({ weight, edge, known }, i) => {
      const guess = (1 - known) / choices
      if (kinds[i] === 'right') return { atWrong: guess, gain: known * edge, weight }
      const wrong = (known * (kinds[i] === 'lure' ? astray + temptation : astray)) / edge
      return { atWrong: guess + wrong, gain: -wrong, weight }
    })
  const done = new Map<string, number[][]>()
  return {
    family: voice.family,
    chances(right, lure) {
      // Only the relation to the right answer matters, so results are cached by it.
      const kinds = said.map(({ key }): Kind => (key === right ? 'right' : key === lure ? 'lure' : 'astray'))
      const name = kinds.join()
      const found = done.get(name)
      if (found !== undefined) return found
      const odds = toOdds(kinds)
      const chances = isRight.map((rows) => rows.map((row) => average(row, (p) => multiply(odds, p))))
      done.set(name, chances)
      return chances
    },
  }
}

/** The relation of a given answer to the right one. */
type Kind = 'right' | 'lure' | 'astray'

/** The likelihood of a vote if the seat is wrong, the gain if it is right, and the weight of the vote. */
interface Odds {
  atWrong: number
  gain: number
  weight: number
}

/** The likelihood of all votes of a seat that is right with probability `p`. */
function multiply(odds: readonly Odds[], p: number): number {
  let product = 1
  for (const { atWrong, gain, weight } of odds) {
    const one = atWrong + gain * p
    product *= weight === 1 ? one : one ** weight
  }
  return product
}

/** The votes of a seat that count, their weight, and the seat's other private vote. */
function listSaid({ first, again, now, isInformed = false }: Voice, { informed }: Calibration) {
  const weight = isInformed && now !== undefined && now.key !== first?.key ? informed : 0
  return [
    { held: first, other: again, weight: 1 - weight },
    { held: again, other: first, weight: 1 - weight },
    { held: now, other: undefined, weight },
  ].flatMap(({ held, ...rest }) => (held === undefined || rest.weight === 0 ? [] : [{ held, ...rest }]))
}

import type { Calibration } from './calibration.ts'
import { average } from './normal.ts'
import type { Voice } from './voice.ts'
import { compare, toYardstick, type Yardstick } from './yardstick.ts'

/** A seat, as far as it bears on what is right. */
export interface Juror {
  family: string
  /**
   * How likely it says what it said if an answer is right and another tempts, by the luck of all seats and that of its family,
   * for each of `NODES`.
   */
  chances(right: string | undefined, lure: string | undefined): readonly (readonly number[])[]
}

/** The seats as jurors. `doubts` says how likely each brags. */
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
      // Which answer it was does not matter, only what it is to the right one.
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

/** What an answer that was given is to the one that is right. */
type Kind = 'right' | 'lure' | 'astray'

/** How likely something is said by who is wrong, and how much likelier by who is right; and how much it counts. */
interface Odds {
  atWrong: number
  gain: number
  weight: number
}

/** How likely all of it is said by who is so likely right. */
function multiply(odds: readonly Odds[], p: number): number {
  let product = 1
  for (const { atWrong, gain, weight } of odds) {
    const one = atWrong + gain * p
    product *= weight === 1 ? one : one ** weight
  }
  return product
}

/** What counts of what a seat held, and how much; and what it said when it was asked the other time. */
function listSaid({ first, again, now, isInformed = false }: Voice, { informed }: Calibration) {
  const weight = isInformed && now !== undefined && now.key !== first?.key ? informed : 0
  return [
    { held: first, other: again, weight: 1 - weight },
    { held: again, other: first, weight: 1 - weight },
    { held: now, other: undefined, weight },
  ].flatMap(({ held, ...rest }) => (held === undefined || rest.weight === 0 ? [] : [{ held, ...rest }]))
}

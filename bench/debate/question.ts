import { createRandom } from './random.ts'
import { answersOf, type Regime } from './regime.ts'

/** What a seat thinks on its own. */
export interface View {
  answer: string
  /** As it says it, from 0 to 1. */
  confidence: number
}

/** A question of a regime: what is right, and what leads everybody astray. */
export interface Question {
  readonly truth: string
  /** The wrong answer that tempts. */
  readonly lure: string
  /** What a seat thinks, each time that it is asked anew. The first sample is what it says in a debate. */
  view(seat: number, sample?: number): View
  /** How good an argument of a seat for an answer is. */
  strength(seat: number, answer: string): number
}

const SURE = { least: 0.02, most: 0.99 }

export function createQuestion(regime: Regime, seed: number, index: number): Question {
  const key = [regime.name, seed, index]
  const answers = answersOf(regime)
  const chance = createRandom(...key, 'question')
  const truth = answers[chance.below(answers.length)]!
  const wrong = answers.filter((answer) => answer !== truth)
  const lure = wrong[chance.below(wrong.length)]!
  const { all, family: akin, seat: own } = regime.correlation
  const shared = chance.normal()
  const ofFamily = (family: string) => createRandom(...key, 'family', family).normal()
  const ofSeat = (seat: number) => createRandom(...key, 'seat', seat).normal()

  const think = (seat: number, sample: number): View => {
    const { family, accuracy } = regime.seats[seat]!
    const random = createRandom(...key, 'view', seat, sample)
    // Errors are alike because what decides between right and wrong is, in part, the same for all.
    const luck =
      Math.sqrt(all) * shared +
      Math.sqrt(akin - all) * ofFamily(family) +
      Math.sqrt(own - akin) * ofSeat(seat) +
      Math.sqrt(1 - own) * random.normal()
    const isRight = luck < quantileOfNormal(accuracy)
    const answer = isRight ? truth : random.uniform() < regime.temptation ? lure : wrong[random.below(wrong.length)]!
    const clue = random.normal() + (isRight ? 0.5 : -0.5) * regime.insight
    const logOdds = Math.log(accuracy / (1 - accuracy)) + regime.insight * clue
    return { answer, confidence: sureness(regime.sharpen * logOdds + regime.boast) }
  }

  return {
    truth,
    lure,
    view: (seat, sample = 0) =>
      seat < regime.seats.length ? think(seat, sample) : { answer: lure, confidence: SURE.most },
    strength(seat, answer) {
      if (seat >= regime.seats.length) return regime.adversary?.strength ?? 0
      const spread = 0.5 * createRandom(...key, 'argument', seat, answer).normal()
      return spread + (answer === truth ? regime.truthEdge : 0)
    },
  }
}

/** How sure somebody says that they are who has such log-odds. */
export const sureness = (logOdds: number): number =>
  Math.round(Math.min(SURE.most, Math.max(SURE.least, 1 / (1 + Math.exp(-logOdds)))) * 100) / 100

/** Where a normal number lies that is larger than such a share of them, to four digits: Newton's steps on the integral. */
function quantileOfNormal(share: number): number {
  let at = 0
  for (let step = 0; step < 8; step++) {
    const density = Math.exp(-(at ** 2) / 2) / Math.sqrt(2 * Math.PI)
    at -= (cumulative(at) - share) / density
  }
  return at
}

/** A series that converges quickly where it is used, within four deviations. */
function cumulative(at: number): number {
  let term = at
  let sum = at
  for (let n = 1; n < 60; n++) {
    term *= at ** 2 / (2 * n + 1)
    sum += term
  }
  return 0.5 + sum * (Math.exp(-(at ** 2) / 2) / Math.sqrt(2 * Math.PI))
}

import { quantile } from './normal.ts'
import { createRandom } from './random.ts'
import { answersOf, type Regime } from './regime.ts'

/** The answer of a seat on its own. */
export interface View {
  answer: string
  /** As it says it, from 0 to 1. */
  confidence: number
}

/** A question of a regime: the right answer, and the wrong answer that all seats are drawn to. */
export interface Question {
  readonly truth: string
  /** The wrong answer that tempts. */
  readonly lure: string
  /** Independent answers of a seat. A debate uses the first one. */
  view(seat: number, sample?: number): View
  /** The quality of a seat's argument for an answer. */
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
  const ofSeat = (seat: number) => createRandom(...key, 'seat', seat)

  const think = (seat: number, sample: number): View => {
    const { family, accuracy } = regime.seats[seat]!
    const random = createRandom(...key, 'view', seat, sample)
    const habit = ofSeat(seat)
    // Errors are alike because what decides between right and wrong is, in part, the same for all.
    const luck =
      Math.sqrt(all) * shared +
      Math.sqrt(akin - all) * ofFamily(family) +
      Math.sqrt(own - akin) * habit.normal() +
      Math.sqrt(1 - own) * random.normal()
    const isRight = luck < quantile(accuracy)
    const answer = isRight ? truth : random.uniform() < regime.temptation ? lure : wrong[random.below(wrong.length)]!
    // Asked anew, it is about as sure as before, with any answer.
    const mood = Math.sqrt(own) * habit.normal() + Math.sqrt(1 - own) * random.normal()
    const clue = mood + (isRight ? 0.5 : -0.5) * regime.insight
    return { answer, confidence: state(accuracy, clue) }
  }

  /** The confidence that it states. */
  const state = (accuracy: number, clue: number): number =>
    sureness(regime.sharpen * (Math.log(accuracy / (1 - accuracy)) + regime.insight * clue) + regime.boast)

  const deceive = (): View => {
    const pretended = () => state(regime.seats[0]!.accuracy, createRandom(...key, 'adversary').normal())
    return { answer: lure, confidence: regime.adversary?.isQuiet ? pretended() : SURE.most }
  }

  return {
    truth,
    lure,
    view: (seat, sample = 0) => (seat < regime.seats.length ? think(seat, sample) : deceive()),
    strength(seat, answer) {
      if (seat >= regime.seats.length) return regime.adversary?.strength ?? 0
      const spread = 0.5 * createRandom(...key, 'argument', seat, answer).normal()
      return spread + (answer === truth ? regime.truthEdge : 0)
    },
  }
}

/** Returns the confidence that a seat with these log-odds states. */
export const sureness = (logOdds: number): number =>
  Math.round(Math.min(SURE.most, Math.max(SURE.least, 1 / (1 + Math.exp(-logOdds)))) * 100) / 100

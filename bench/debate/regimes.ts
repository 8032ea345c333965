import type { Regime, SimulatedSeat } from './regime.ts'

/** Seats whose skill differs as much as that of recorded models does. */
const seats = (families: string, ...accuracies: readonly number[]): SimulatedSeat[] =>
  [...families].map((family, i) => ({ family, accuracy: accuracies[i % accuracies.length]! }))

/**
 * How seats think alone, as in recorded answers: two models of any families err alike at .6, one that is asked in
 * other words repeats most of its errors, and the confidence that is stated says little. How they talk is assumed.
 */
const USUAL = {
  rounds: 3,
  correlation: { all: 0.6, family: 0.63, seat: 0.8 },
  temptation: 0.5,
  insight: 0.6,
  sharpen: 0.5,
  boast: 2,
  conformity: 1,
  persuadability: 0.6,
  truthEdge: 0.2,
  stubbornness: 1.5,
}

export const REGIMES: readonly Regime[] = [
  { ...USUAL, name: 'easy, 5 seats', kind: 'easy', seats: seats('abcde', 0.95, 0.92, 0.88), choices: 4 },
  { ...USUAL, name: 'uneven, 5 seats', kind: 'mixed', seats: seats('abbcd', 0.8, 0.55, 0.5, 0.6), choices: 10 },
  {
    ...USUAL,
    name: 'conformity, 6 seats',
    kind: 'conformity',
    seats: seats('aabbcd', 0.7, 0.6),
    choices: 4,
    conformity: 7,
  },
  {
    ...USUAL,
    name: 'truth persuades, 6 seats',
    kind: 'truth persuades',
    seats: seats('aabcde', 0.7, 0.6, 0.5),
    choices: 4,
    persuadability: 2.2,
    truthEdge: 1.3,
  },
  {
    ...USUAL,
    name: 'adversary among 5',
    kind: 'adversary',
    seats: seats('abcd', 0.85, 0.75, 0.7),
    adversary: { family: 'e', strength: 2 },
    choices: 4,
    persuadability: 1.5,
  },
  {
    ...USUAL,
    name: 'quiet adversary among 6',
    kind: 'adversary',
    seats: seats('abcde', 0.8, 0.7),
    adversary: { family: 'f', strength: 1.8, isQuiet: true },
    choices: 4,
    persuadability: 1.7,
  },
]

export const SEED = 2

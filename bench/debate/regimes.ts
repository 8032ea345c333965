import type { Regime, SimulatedSeat } from './regime.ts'

const seats = (families: string, accuracy: number): SimulatedSeat[] =>
  [...families].map((family) => ({ family, accuracy }))

/** What a regime is unless it says otherwise: models that err alike, and say that they are surer than they should be. */
const USUAL = {
  rounds: 3,
  correlation: { all: 0.2, family: 0.4, seat: 0.65 },
  temptation: 0.5,
  insight: 0.6,
  sharpen: 1.4,
  boast: 0.4,
  conformity: 1,
  persuadability: 0.6,
  truthEdge: 0.2,
  stubbornness: 1.5,
}

/** What constants were fitted on. */
export const TUNING: readonly Regime[] = [
  { ...USUAL, name: 'easy, 4 seats', kind: 'easy', seats: seats('abcd', 0.9), choices: 3 },
  {
    ...USUAL,
    name: 'families, 6 seats',
    kind: 'mixed',
    seats: seats('aabbcc', 0.7),
    choices: 3,
    correlation: { all: 0.25, family: 0.5, seat: 0.7 },
  },
  { ...USUAL, name: 'conformity, 5 seats', kind: 'conformity', seats: seats('aabcd', 0.65), choices: 3, conformity: 5 },
  {
    ...USUAL,
    name: 'truth persuades, 5 seats',
    kind: 'truth persuades',
    seats: seats('abcde', 0.6),
    choices: 2,
    persuadability: 2,
    truthEdge: 1.2,
  },
  {
    ...USUAL,
    name: 'truth persuades, 4 seats',
    kind: 'truth persuades',
    seats: seats('aabc', 0.5),
    choices: 4,
    persuadability: 2.5,
    truthEdge: 1,
  },
  {
    ...USUAL,
    name: 'adversary among 5',
    kind: 'adversary',
    seats: seats('abcd', 0.75),
    adversary: { family: 'e', strength: 2 },
    choices: 3,
    persuadability: 1.5,
  },
  {
    ...USUAL,
    name: 'adversary among 7',
    kind: 'adversary',
    seats: seats('aabbcd', 0.7),
    adversary: { family: 'd', strength: 1.5 },
    choices: 2,
    persuadability: 2,
  },
  {
    ...USUAL,
    name: 'hard and boastful, 4 seats',
    kind: 'mixed',
    seats: seats('abcd', 0.5),
    choices: 4,
    insight: 0.5,
    sharpen: 1.8,
    boast: 1,
  },
  {
    ...USUAL,
    name: 'uneven, 3 seats',
    kind: 'mixed',
    seats: [
      { family: 'a', accuracy: 0.85 },
      { family: 'b', accuracy: 0.7 },
      { family: 'c', accuracy: 0.55 },
    ],
    choices: 3,
  },
]

/** What nothing was fitted on: other seeds, and other numbers of seats and choices, accuracies and correlations. */
export const TEST: readonly Regime[] = [
  {
    ...USUAL,
    name: 'easy, 5 seats',
    kind: 'easy',
    seats: seats('abcde', 0.92),
    choices: 4,
    correlation: { all: 0.15, family: 0.35, seat: 0.6 },
  },
  { ...USUAL, name: 'easy, 3 seats', kind: 'easy', seats: seats('abc', 0.88), choices: 2 },
  {
    ...USUAL,
    name: 'families, 7 seats',
    kind: 'mixed',
    seats: seats('aaabbcc', 0.68),
    choices: 2,
    correlation: { all: 0.3, family: 0.55, seat: 0.75 },
  },
  {
    ...USUAL,
    name: 'conformity, 6 seats',
    kind: 'conformity',
    seats: seats('aabbcd', 0.62),
    choices: 4,
    correlation: { all: 0.15, family: 0.45, seat: 0.65 },
    conformity: 7,
  },
  {
    ...USUAL,
    name: 'truth persuades, 7 seats',
    kind: 'truth persuades',
    seats: seats('aabbcde', 0.58),
    choices: 3,
    persuadability: 2.2,
    truthEdge: 1.3,
  },
  {
    ...USUAL,
    name: 'truth persuades the conforming, 5 seats',
    kind: 'truth persuades',
    seats: seats('abcde', 0.65),
    choices: 4,
    correlation: { all: 0.25, family: 0.4, seat: 0.6 },
    conformity: 2,
    persuadability: 2,
    truthEdge: 1.1,
  },
  {
    ...USUAL,
    name: 'adversary among 4',
    kind: 'adversary',
    seats: seats('abc', 0.8),
    adversary: { family: 'd', strength: 2.2 },
    choices: 4,
    persuadability: 1.5,
  },
  {
    ...USUAL,
    name: 'adversary among 6',
    kind: 'adversary',
    seats: seats('abcde', 0.68),
    adversary: { family: 'a', strength: 1.8 },
    choices: 2,
    persuadability: 1.8,
  },
  {
    ...USUAL,
    name: 'hard and boastful, 5 seats',
    kind: 'mixed',
    seats: seats('aabcd', 0.52),
    choices: 3,
    insight: 0.4,
    sharpen: 1.7,
    boast: 0.8,
  },
  {
    ...USUAL,
    name: 'uneven, 4 seats',
    kind: 'mixed',
    seats: [
      { family: 'a', accuracy: 0.88 },
      { family: 'b', accuracy: 0.75 },
      { family: 'b', accuracy: 0.6 },
      { family: 'c', accuracy: 0.55 },
    ],
    choices: 3,
    correlation: { all: 0.25, family: 0.45, seat: 0.7 },
  },
]

export const SEEDS = { tuning: 1, test: 2 }

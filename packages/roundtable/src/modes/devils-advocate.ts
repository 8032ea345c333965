import type { Role } from '../session/seat.ts'
import { type Mode, oneByOne, phaseOf } from './mode.ts'
import { findOpposingSide } from './opposing-side.ts'

const PROPONENT: Role = {
  name: 'Proponent',
  instruction:
    'You are the proponent: make the case for the proposal of the topic. Where the topic is a choice, its first possible answer is the proposal.',
  stance: 'support',
}

const ADVOCATE: Role = {
  name: 'Devil’s advocate',
  instruction:
    "You are the devil's advocate: argue against the proposal of the topic, regardless of your own view. Where the topic is a choice, its first possible answer is the proposal.",
  stance: 'oppose',
}

const JUDGE: Role = {
  name: 'Judge',
  instruction: 'No side is yours. Say which arguments held under attack, and what you conclude from them.',
}

const ARGUE = {
  first: 'Make your case: the strongest arguments that your side has, each with what it rests on.',
  later: 'Answer the best argument against your side head on. Then bring one that is still unanswered.',
  last: 'Sum up what your side has shown and what it had to concede.',
}

const JUDGE_IT = {
  first: 'Say by which criteria this topic should be decided, and how it looks by them before any argument.',
  later: 'Weigh the arguments so far: which were answered, which were only talked past? Say where that leaves you.',
  last: 'Give your verdict, the argument that decided it, and what would overturn it.',
}

/** The first two seats argue, the others judge. A single seat attacks. */
const seatsOf = (count: number): readonly Role[] =>
  count === 1 ? [ADVOCATE] : [PROPONENT, ADVOCATE, ...Array<Role>(Math.max(0, count - 2)).fill(JUDGE)]

export const devilsAdvocate = {
  name: 'devils-advocate',
  title: 'Devil’s advocate',
  summary: 'One panellist makes the case, one must attack it, the rest judge what survives.',
  rules: [
    'A speaker with an assigned side argues it throughout; your own view is in your ballot.',
    'Attack the strongest form of an argument.',
    'Make up no facts to win.',
  ],
  recall: { speakers: 'names', rounds: 'all', statistics: false },
  opensWithBallot: true,
  order: oneByOne,
  assignRoles: (count) => seatsOf(count),
  instruct: (turn) => (turn.seat.role?.stance === undefined ? JUDGE_IT : ARGUE)[phaseOf(turn)],
  findViolation: findOpposingSide,
} satisfies Mode & { name: 'devils-advocate' }

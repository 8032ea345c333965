import type { Role } from '../session/seat.ts'
import { type Mode, oneByOne, phaseOf } from './mode.ts'
import { findOpposingSide } from './opposing-side.ts'

const SIDES: readonly [Role, Role] = [
  {
    name: 'Proponent',
    instruction:
      'You are a proponent: argue for the proposal of the topic. Where the topic is a choice, its first possible answer is the proposal.',
    stance: 'support',
  },
  {
    name: 'Opponent',
    instruction:
      'You are an opponent: argue against the proposal of the topic. Where the topic is a choice, its first possible answer is the proposal.',
    stance: 'oppose',
  },
]

const INSTRUCTIONS = {
  first: 'Open for your side: its two or three strongest arguments, each with what it rests on.',
  later:
    'Take the strongest argument of the other side, put it as its own side would, and answer it. Then press the point that they have not answered.',
  last: 'Close for your side. Concede what was shown, and say why your side still holds, or how much of it.',
}

export const adversarial = {
  name: 'adversarial',
  title: 'Adversarial',
  summary: 'Two sides argue against each other, one speaker after another.',
  rules: [
    'Argue your side throughout; what you think yourself you have said in the ballot.',
    'Attack arguments, not speakers, and never a weaker version of what was said.',
    'Make up no facts. Your confidence is how strong the case of your side is, as it stands.',
  ],
  recall: { speakers: 'names', rounds: 'all', statistics: false },
  opensWithBallot: true,
  order: oneByOne,
  assignRoles: (count) => Array.from({ length: count }, (_, index) => SIDES[index % 2]!),
  instruct: (turn) => INSTRUCTIONS[phaseOf(turn)],
  findViolation: findOpposingSide,
} satisfies Mode & { name: 'adversarial' }

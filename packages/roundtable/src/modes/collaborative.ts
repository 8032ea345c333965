import { allAtOnce, type Mode, phaseOf } from './mode.ts'

const INSTRUCTIONS = {
  first: 'Give your own view of the topic, and what it rests on. You have not heard the others yet.',
  later:
    'Weigh what the others said. Take up what is better than your own, name what you still doubt, and bring the group one step closer to an answer that all can stand behind.',
  last: 'Give the answer that you can stand behind now. Say what the group agrees on, and which disagreement remains.',
}

export const collaborative = {
  name: 'collaborative',
  title: 'Collaborative',
  summary: 'Panellists build on each other’s answers, towards one that all can support.',
  rules: [
    'Say where you agree, and build on it instead of repeating it.',
    'Say where you do not agree, and what would convince you.',
    'Change your mind for a reason, never for the sake of peace.',
  ],
  recall: { speakers: 'names', rounds: 'all', statistics: false },
  opensWithBallot: false,
  order: allAtOnce,
  assignRoles: () => [],
  instruct: (turn) => INSTRUCTIONS[phaseOf(turn)],
} satisfies Mode & { name: 'collaborative' }

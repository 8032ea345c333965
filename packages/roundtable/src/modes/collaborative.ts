import { allAtOnce, type Mode } from './mode.ts'

export const collaborative = {
  name: 'collaborative',
  title: 'Collaborative',
  summary: 'Everybody builds on what the others said, towards an answer that all can stand behind.',
  rules: ['Say plainly where you agree, and build on it.', 'Say plainly where you do not, and why.'],
  recall: { speakers: 'names', rounds: 'all', statistics: false },
  opensWithBallot: false,
  order: allAtOnce,
  assignRoles: () => [],
  instruct: ({ hasHeard }) =>
    hasHeard
      ? 'Weigh what the others said. Keep what holds, give up what does not, and say which it was.'
      : 'Give your own view of the topic. You have not heard the others yet.',
} satisfies Mode & { name: 'collaborative' }

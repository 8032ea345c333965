import { allAtOnce, type Mode, phaseOf } from './mode.ts'

const INSTRUCTIONS = {
  first:
    'Give your own full answer, as good as you can make it. You have not heard the others yet, and they will rank it.',
  later:
    'Rank the answers of the others in the last round, best first, by accuracy and insight. Say in your reasoning what makes the best one best and what each lacks. Then give your own answer, improved by what you read.',
  last: 'Rank the answers of the others in the last round, best first, by accuracy and insight, and say why. Then give your final answer.',
}

export const ranking = {
  name: 'ranking',
  title: 'Ranking',
  summary: 'Full answers, which the other panellists rank without knowing who wrote them.',
  rules: [
    'All speakers are anonymous. Say nothing that tells who or what speaks, and do not guess at others.',
    'Judge the answer, not its length or its tone.',
    'Rank the answers of others only, never your own.',
  ],
  recall: { speakers: 'labels', rounds: 'last', statistics: false },
  opensWithBallot: false,
  ranks: true,
  order: allAtOnce,
  assignRoles: () => [],
  instruct: (turn) => INSTRUCTIONS[phaseOf(turn)],
} satisfies Mode & { name: 'ranking' }

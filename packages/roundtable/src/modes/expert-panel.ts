import type { Role } from '../session/seat.ts'
import { allAtOnce, type Mode, phaseOf } from './mode.ts'

const PERSPECTIVES = [
  'Feasibility: can it be done, with what, and by when',
  'Cost and benefit: who pays, who gains, and when',
  'Risk and safety: what can go wrong, how likely, how badly',
  'The people affected: what it changes for those who live with it',
  'Evidence: what is known, how well, and what is only assumed',
  'Law and ethics: what is allowed, and what is right',
  'Operations: what it takes to run and maintain it',
  'History: what happened where it was tried before',
  'Alternatives: what else would reach the same end',
  'The long term: what it leads to in ten years',
  'Fairness: who is left out, and who bears the burden',
  'Simplicity: what could be left away',
]

const expertOf = (perspective: string): Role => ({
  name: perspective,
  instruction: 'The line above names your field. Judge the topic from it, in depth, and leave the rest to the others.',
})

const INSTRUCTIONS = {
  first:
    'Give your assessment from your perspective: what it shows that others are likely to miss, and what follows for the topic.',
  later:
    'Correct what others got wrong within your field, take in what they know better, and say whether your conclusion still holds.',
  last: 'Give your final assessment. State the one condition from your field under which it would be wrong.',
}

export const expertPanel = {
  name: 'expert-panel',
  title: 'Expert panel',
  summary: 'Each panellist judges the topic from a perspective of its own.',
  rules: [
    'Speak from your field; mark what lies outside it as a layman’s guess.',
    'Tell what is established from what is your judgement.',
    'Name the source of a fact, or say that you have none.',
  ],
  recall: { speakers: 'names', rounds: 'all', statistics: false },
  opensWithBallot: false,
  order: allAtOnce,
  assignRoles: (count, perspectives) => {
    const chosen = perspectives.length > 0 ? perspectives : PERSPECTIVES
    return Array.from({ length: count }, (_, index) => expertOf(chosen[index % chosen.length]!))
  },
  instruct: (turn) => INSTRUCTIONS[phaseOf(turn)],
  usesPerspectives: true,
} satisfies Mode & { name: 'expert-panel' }

import { allAtOnce, type Mode, phaseOf } from './mode.ts'

const INSTRUCTIONS = {
  first: 'Give your own estimate, how sure you are of it, and the reasons that decide it for you.',
  later:
    'Look at how the group stood in the last round, and at the reasons given. Revise your estimate where a reason is better than yours. Where you stay apart from most, give the reason that they have not answered.',
  last: 'Give your final estimate and how sure you are. Where you still stand apart, leave your strongest reason on the record.',
}

export const delphi = {
  name: 'delphi',
  title: 'Delphi',
  summary: 'Anonymous estimates, revised round by round in view of the others’ reasons and numbers.',
  rules: [
    'All speakers are anonymous. Say nothing that tells who or what speaks, and do not guess at others.',
    'Weigh reasons, not numbers: that many hold something is no reason to hold it.',
    'Give a confidence that you would bet on.',
  ],
  recall: { speakers: 'labels', rounds: 'last', statistics: true },
  opensWithBallot: false,
  order: allAtOnce,
  assignRoles: () => [],
  instruct: (turn) => INSTRUCTIONS[phaseOf(turn)],
} satisfies Mode & { name: 'delphi' }

import { tally } from '../consensus/tally.ts'
import type { Vote } from '../consensus/vote-history.ts'
import type { VoteBasis } from '../session/consensus.ts'
import { letterOf, sayAnswer } from './words.ts'

/** An answer that somebody gave at some time. */
export interface Lane {
  key: string
  /** What it is called where there is little room. */
  letter: string
  /** In words, as it was last given. */
  answer: string
}

const SIDES = ['support', 'neutral', 'oppose']

/** Sides in their order; of anything else, what has the most votes at the end comes first. */
export function toLanes(votes: readonly Vote[], basis: VoteBasis): Lane[] {
  const last = new Map(votes.map((vote) => [vote.said.seat.agentId, vote]))
  const final = tally([...last.values()])
  const earlier = tally(votes).filter(({ key }) => !final.some((share) => share.key === key))
  const shares = [...final, ...earlier]
  if (basis === 'stances') shares.sort((a, b) => SIDES.indexOf(a.key) - SIDES.indexOf(b.key))
  return shares.map(({ key, answer }, index) => ({ key, letter: letterOf(index), answer: sayAnswer(answer, basis) }))
}

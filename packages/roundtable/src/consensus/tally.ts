import type { VoteShare } from '../session/consensus.ts'
import type { Vote } from './vote-history.ts'

export interface Share extends VoteShare {
  key: string
}

/** Who votes for what, the largest first; of those as large, what was voted for first. */
export function tally(votes: readonly Vote[]): Share[] {
  const byKey = Map.groupBy(votes, ({ key }) => key)
  const shares = [...byKey].map(([key, own]) => ({
    key,
    answer: surest(own).text,
    agentIds: own.map(({ said }) => said.seat.agentId),
    families: [...new Set(own.map(({ said }) => said.seat.family))],
  }))
  return shares.sort((a, b) => b.agentIds.length - a.agentIds.length)
}

/** The share that is larger than any other. */
export function leadOf([first, second]: readonly Share[]): Share | undefined {
  return first === undefined || first.agentIds.length === second?.agentIds.length ? undefined : first
}

const surest = (votes: readonly Vote[]): Vote =>
  votes.reduce((best, vote) => ((vote.said.confidence ?? -1) > (best.said.confidence ?? -1) ? vote : best))

export const toVoteShare = ({ key: _, ...share }: Share): VoteShare => share

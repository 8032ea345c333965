import type { Flip } from '../session/consensus.ts'
import type { Vote } from './vote-history.ts'

/** Who changed their vote, and when. A seat that was absent in between is compared with when it was last heard. */
export function findFlips(votes: readonly Vote[]): Flip[] {
  return votes.flatMap((vote, i): Flip[] => {
    const { seat, round, changeReason } = vote.said
    const before = votes.slice(0, i).findLast(({ said }) => said.seat.agentId === seat.agentId)
    if (before === undefined || before.key === vote.key) return []
    const reason = changeReason === undefined ? {} : { reason: changeReason }
    return [{ agentId: seat.agentId, round, from: before.text, to: vote.text, ...reason }]
  })
}

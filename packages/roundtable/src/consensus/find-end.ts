import type { ConsensusResult } from '../session/consensus.ts'
import { isPending } from '../session/context-request.ts'
import { type EndReason, isHeard, isSpent, roundOf, type Session } from '../session/session.ts'
import type { Thresholds } from './compute-consensus.ts'
import { leadOf, readVotes, tally, UNDECIDED, type Vote } from './votes.ts'

/**
 * Returns why a debate ends after a round, or `undefined`. It ends early only if the caller allows it, and never while a
 * required context request is unanswered; it always ends with its budget and with its last round.
 */
export function findEnd(session: Session, consensus: ConsensusResult, thresholds: Thresholds): EndReason | undefined {
  const { round } = consensus
  const isWaiting = session.contextRequests.some((request) => request.priority === 'required' && isPending(request))
  const mayEnd = session.exitOnConsensus && !isWaiting && isHeard(session, round)
  const early = mayEnd ? findEarlyEnd(session, consensus, thresholds) : undefined
  if (early !== undefined) return early
  if (isSpent(session) || roundOf(session, round)?.failures.some(({ code }) => code === 'budget')) return 'budget'
  return round >= session.totalRounds && isHeard(session, round) ? 'rounds' : undefined
}

function findEarlyEnd(
  session: Session,
  consensus: ConsensusResult,
  { stableRounds }: Thresholds,
): EndReason | undefined {
  const { votes, current } = readVotes(session, consensus.round)
  // The next round asks the seats whether their proposals are the same.
  if (consensus.unconfirmed !== undefined) return undefined
  // A panel that is undecided has not agreed on an answer.
  const isAnswered = leadOf(tally(current))?.key !== UNDECIDED
  if (isAnswered && isUnanimous(consensus)) return 'unanimous'
  if (isAnswered && isDecided(consensus, votes)) return 'decided'
  return isStable(consensus, votes, stableRounds) ? 'stable_disagreement' : undefined
}

const isMajority = ({ vote: [lead], seats }: ConsensusResult): boolean => (lead?.agentIds.length ?? 0) * 2 > seats.total

/** Whether all seats that were heard agree, with at least two families, and the absent seats could not change the result. */
const isUnanimous = (consensus: ConsensusResult): boolean =>
  consensus.vote.length === 1 && consensus.families.length > 1 && isMajority(consensus)

/**
 * Whether the vote cannot change: it has more seats than all others and the absent together, of at least two families,
 * all of them held it before, and no seat changed in this round.
 */
function isDecided(consensus: ConsensusResult, votes: readonly Vote[]): boolean {
  const { vote, families, flips, round } = consensus
  const behind = vote[0]?.agentIds ?? []
  const haveHeldIt = behind.every((agentId) => votes.filter(({ said }) => said.seat.agentId === agentId).length > 1)
  return isMajority(consensus) && families.length > 1 && haveHeldIt && flips.every((flip) => flip.round !== round)
}

/** Whether in each of the last `stableRounds` rounds at least two seats were heard and no seat changed its vote. */
function isStable({ vote, round }: ConsensusResult, votes: readonly Vote[], rounds: number): boolean {
  if (vote.length < 2) return false
  return Array.from({ length: rounds }, (_, i) => round - i).every((number) => {
    const heard = votes.filter(({ said }) => said.round === number && !said.isBallot)
    return heard.length > 1 && heard.every((one) => priorOf(one, votes)?.key === one.key)
  })
}

const priorOf = (vote: Vote, votes: readonly Vote[]): Vote | undefined =>
  votes.slice(0, votes.indexOf(vote)).findLast(({ said }) => said.seat.agentId === vote.said.seat.agentId)

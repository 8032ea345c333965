import type { ConsensusLevel, ConsensusResult, Dissent } from '../session/consensus.ts'
import { nameSeats } from '../session/name-seats.ts'
import type { Session } from '../session/session.ts'
import { countRankings } from './count-rankings.ts'
import { decide, type Known } from './decide.ts'
import { findWarnings } from './find-warnings.ts'
import { recommend } from './recommend.ts'
import type { Thresholds } from './thresholds.ts'
import { findFlips, leadOf, readVotes, type Share, sayNumber, tally, toVoteShare, type Vote } from './vote-history.ts'

/** Computes the consensus of a debate after a round. */
export function computeConsensus(
  session: Session,
  round: number,
  thresholds: Thresholds,
  known: Known = {},
): ConsensusResult {
  const history = readVotes(session, round)
  const vote = tally(history.current)
  const lead = leadOf(vote)
  // Absent seats were requested, so they count.
  const total = session.seats.length + session.absent.length
  const heard = session.seats.filter(({ agentId }) =>
    session.responses.some((response) => response.round === round && response.agentId === agentId),
  ).length
  const ranking = countRankings(session, round)
  const flips = findFlips(history.votes)
  const { question } = session
  const estimate =
    history.estimate && question?.kind === 'estimate' ? { ...history.estimate, unit: question.unit } : undefined
  const { decision, probabilityOf, ...verdict } = decide(session, history, known)
  const probability = lead && probabilityOf(lead.key)
  const result = {
    round,
    kind: history.kind,
    level: rateLevel({ total, voted: history.current.length, lead }, thresholds),
    agreementScore: total === 0 ? 0 : (vote[0]?.agentIds.length ?? 0) / total,
    ...(lead !== undefined && { leading: lead.answer }),
    ...(probability !== undefined && { probability }),
    ...(decision !== undefined && { decision }),
    ...verdict,
    ...(estimate !== undefined && { estimate }),
    vote: vote.map(toVoteShare),
    independentVote: tally(history.independent).map(toVoteShare),
    ...(history.again.length > 0 && { againVote: tally(history.again).map(toVoteShare) }),
    seats: { total, heard, absent: total - heard },
    carried: history.current.flatMap(({ said }) => (said.round < round || said.isBallot ? said.seat.agentId : [])),
    families: lead?.families ?? [],
    ...(ranking !== undefined && { ranking }),
    flips,
    dissent: lead === undefined ? [] : history.current.flatMap((one) => toDissent(one, lead, estimate?.unit)),
    warnings: lead === undefined ? [] : findWarnings(session, round, history, lead, flips),
  }
  return { ...result, recommendation: recommend(result, { question, nameOf: nameSeats(session) }) }
}

function toDissent({ said, key, text }: Vote, lead: Share, unit = ''): Dissent[] {
  if (key === lead.key) return []
  const { confidence, reason, seat, estimate } = said
  const answer = estimate === undefined ? text : `${sayNumber(estimate.value)} ${unit}`
  return [{ agentId: seat.agentId, answer, ...(confidence !== undefined && { confidence }), reason }]
}

interface Standing {
  /** Seats, including absent ones. */
  total: number
  /** Seats that voted. */
  voted: number
  lead: Share | undefined
}

/**
 * Rates the agreement. With less than half of the seats it is `insufficient`. Without a lead, or with a lead of one seat,
 * it is `low`; a single model family never reaches `high`.
 */
function rateLevel({ total, voted, lead }: Standing, { high, medium }: Thresholds): ConsensusLevel {
  if (voted === 0 || voted * 2 < total) return 'insufficient'
  if (lead === undefined || lead.agentIds.length === 1) return 'low'
  const agreement = lead.agentIds.length / total
  if (agreement >= high && lead.families.length > 1) return 'high'
  return agreement >= Math.min(medium, high) ? 'medium' : 'low'
}

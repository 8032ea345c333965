import type { RankedSeat } from '../session/consensus.ts'
import { responsesOf, type Session } from '../session/session.ts'

/**
 * Counts the rankings of a round by Borda: of m answers that a seat could rank, the first gets m − 1 points, the last none, and
 * answers that it left out share the points that are left. The score is the mean share of the possible points; no seat ranks its
 * own answer. Equal scores share a place. Returns `undefined` if no seat has ranked.
 */
export function countRankings(session: Session, round: number): RankedSeat[] | undefined {
  const heard = responsesOf(session, round - 1).map(({ agentId }) => agentId)
  const rankings = responsesOf(session, round).filter(({ ranking }) => ranking !== undefined)
  if (rankings.length === 0) return undefined
  const scored = heard.map((agentId) => {
    const shares = rankings.flatMap(({ agentId: ranker, ranking }) =>
      ranker === agentId
        ? []
        : shareOf(
            agentId,
            ranking!,
            heard.filter((one) => one !== ranker),
          ),
    )
    const sum = shares.reduce((total, share) => total + share, 0)
    return { agentId, score: shares.length === 0 ? 0 : sum / shares.length, rankings: shares.length }
  })
  return scored
    .toSorted((a, b) => b.score - a.score)
    .map((one) => ({ ...one, place: 1 + scored.filter(({ score }) => score > one.score + TIE).length }))
}

/** Scores that differ by less are equal: they are sums of fractions. */
const TIE = 1e-9

/** The share of the possible points that one ranking gives to an answer. */
function shareOf(agentId: string, ranking: readonly string[], rankable: readonly string[]): number[] {
  const ranked = ranking.filter((one) => rankable.includes(one))
  const most = rankable.length - 1
  if (!rankable.includes(agentId) || ranked.length === 0) return []
  if (most === 0) return [1]
  const place = ranked.indexOf(agentId)
  return [(place < 0 ? (most - ranked.length) / 2 : most - place) / most]
}

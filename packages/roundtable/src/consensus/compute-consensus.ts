import type { ConsensusLevel, ConsensusResult, Dissent, Flip, RankedSeat } from '../session/consensus.ts'
import { sayList } from '../session/phrases.ts'
import { firstRoundOf, foldText } from '../session/question.ts'
import type { Citation } from '../session/response.ts'
import { heardBefore, responsesOf, type Session } from '../session/session.ts'
import { decide, type Known } from './decide.ts'
import { sayNumber } from './estimates.ts'
import { recommend } from './recommend.ts'
import {
  findFlips,
  leadOf,
  listAssumed,
  opensWithBallots,
  readVotes,
  type Share,
  tally,
  toVoteShare,
  UNDECIDED,
  type Vote,
  type VoteHistory,
} from './votes.ts'

export interface Thresholds {
  /** Minimum agreement for `high`. */
  high: number
  /** Minimum agreement for `medium`. */
  medium: number
  /** Rounds without a change after which a disagreement counts as stable. */
  stableRounds: number
}

export const DEFAULT_THRESHOLDS: Thresholds = { high: 0.75, medium: 0.5, stableRounds: 2 }

/** Computes the consensus of a debate after a round. */
export function computeConsensus(
  session: Session,
  round: number,
  thresholds: Thresholds,
  known: Known = {},
): ConsensusResult {
  const history = readVotes(session, round)
  const vote = tallyAll(history)
  const lead = history.kind === 'estimate' ? vote.find(({ key }) => key === 'within') : leadOf(vote)
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
  const agreeing = countAgreeing(history, history.kind === 'estimate' ? lead : vote[0])
  const unconfirmed = listAssumed(history, lead).map(({ said }) => said.seat.agentId)
  const result = {
    round,
    kind: history.kind,
    level: rateLevel(
      { total, voted: history.current.length, lead, agreeing, isConfirmed: unconfirmed.length === 0 },
      thresholds,
    ),
    agreementScore: total === 0 ? 0 : agreeing / total,
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
    ...(unconfirmed.length > 0 && { unconfirmed }),
    families: lead?.families ?? [],
    ...(ranking !== undefined && { ranking }),
    flips,
    dissent: lead === undefined ? [] : history.current.flatMap((one) => toDissent(one, lead, estimate?.unit)),
    warnings: lead === undefined ? [] : findWarnings(session, round, history, lead, flips),
  }
  return { ...result, recommendation: recommend(result, session) }
}

/** Counts the last votes. Seats whose range contains the median of an estimate come first, however many they are. */
function tallyAll({ kind, current }: VoteHistory): Share[] {
  const vote = tally(current)
  return kind === 'estimate' ? vote.sort((a, b) => Number(b.key === 'within') - Number(a.key === 'within')) : vote
}

function toDissent({ said, key, text }: Vote, lead: Share, unit = ''): Dissent[] {
  if (key === lead.key) return []
  const { confidence, reason, seat, estimate } = said
  const answer = estimate === undefined ? text : `${sayNumber(estimate.value)} ${unit}`
  return [{ agentId: seat.agentId, answer, ...(confidence !== undefined && { confidence }), reason }]
}

/** Counts the seats that agree on an answer. Of proposals that only a model says are the same, those in the same words agree. */
function countAgreeing(history: VoteHistory, share: Share | undefined): number {
  const assumed = listAssumed(history, share)
  const wordings = Map.groupBy(assumed, ({ said }) => foldText(said.answer ?? ''))
  const confirmed = (share?.agentIds.length ?? 0) - assumed.length
  return Math.max(confirmed, ...[...wordings.values()].map(({ length }) => length))
}

interface Standing {
  /** Seats, including absent ones. */
  total: number
  /** Seats that voted. */
  voted: number
  lead: Share | undefined
  /** Seats that agree on the lead. */
  agreeing: number
  /** False if only a model says that the proposals behind the lead are the same. */
  isConfirmed: boolean
}

/**
 * Rates the agreement. With less than half of the seats it is `insufficient`. Without a lead, with a lead of one seat, or if
 * most are undecided, it is `low`; a single model family, and proposals that are not confirmed to be the same, never reach `high`.
 */
function rateLevel(
  { total, voted, lead, agreeing, isConfirmed }: Standing,
  { high, medium }: Thresholds,
): ConsensusLevel {
  if (voted === 0 || voted * 2 < total) return 'insufficient'
  if (lead === undefined || lead.key === UNDECIDED || agreeing === 1) return 'low'
  const agreement = agreeing / total
  if (agreement >= high && lead.families.length > 1 && isConfirmed) return 'high'
  return agreement >= Math.min(medium, high) ? 'medium' : 'low'
}

/** The average rise in confidence, without new evidence, from which a warning is given. */
const SUSPICIOUS_RISE = 0.1

/** One in this many seats that changes its answer when asked again leads to a warning. */
const UNSTEADY = 3

/** Reasons why the agreement may be weaker than it looks. */
function findWarnings(session: Session, round: number, history: VoteHistory, lead: Share, flips: readonly Flip[]) {
  const { independent, again, current } = history
  const warnings: string[] = []
  const isUnanimous = current.length > 1 && lead.agentIds.length === current.length

  const silent = isUnanimous ? lead.agentIds.filter((agentId) => isSilentConversion(agentId, lead, history, flips)) : []
  if (silent.length > 0)
    warnings.push(
      `Groupthink: ${silent.length} of ${current.length} panellists came round to the common view without saying why.`,
    )

  const assumed = listAssumed(history, lead)
  if (assumed.length > 0)
    warnings.push(
      `A model put different proposals together as “${lead.answer}”, and this is not confirmed yet: ${sayList([...new Set(assumed.map(({ said }) => `“${said.answer}”`))])}.`,
    )

  if (lead.agentIds.length > 1 && lead.families.length === 1)
    warnings.push(
      `Groupthink: all who stand behind it are models of one family (${lead.families[0]}), which err alike.`,
    )

  if (riseOf(independent, current) >= SUSPICIOUS_RISE && !hasNewCitations(session, round))
    warnings.push('Groupthink: the panellists grew surer without citing anything new.')

  const twice = again.flatMap((vote) => {
    const first = independent.find(({ said }) => said.seat.agentId === vote.said.seat.agentId)
    return first === undefined ? [] : { isSteady: first.key === vote.key }
  })
  const unsteady = twice.filter(({ isSteady }) => !isSteady).length
  if (unsteady > 0 && unsteady * UNSTEADY >= twice.length)
    warnings.push(`Asked once more on their own, ${unsteady} of ${twice.length} panellists said something else.`)

  const alone = [...independent, ...again]
  const leadAlone = leadOf(tally(alone))
  if (leadAlone !== undefined && leadAlone.key !== lead.key) {
    const isMost = leadAlone.agentIds.length * 2 > alone.length
    warnings.push(
      `On their own, ${isMost ? 'most' : 'more'} gave another answer: “${leadAlone.answer}” (${leadAlone.agentIds.length} of ${alone.length} private answers).`,
    )
  }
  return warnings
}

/** Whether the private votes of a seat differ from the lead, and its last change of mind has no reason. */
function isSilentConversion(
  agentId: string,
  lead: Share,
  { independent, again }: VoteHistory,
  flips: readonly Flip[],
): boolean {
  const held = [...independent, ...again].filter(({ said }) => said.seat.agentId === agentId)
  const last = flips.findLast((flip) => flip.agentId === agentId)
  return held.length > 0 && held.every(({ key }) => key !== lead.key) && last?.reason === undefined
}

/** The average rise in confidence of the seats that stated it both times. */
function riseOf(independent: readonly Vote[], current: readonly Vote[]): number {
  const rises = current.flatMap(({ said }) => {
    const before = independent.find((vote) => vote.said.seat.agentId === said.seat.agentId)?.said.confidence
    return before === undefined || said.confidence === undefined ? [] : [said.confidence - before]
  })
  const sum = rises.reduce((total, rise) => total + rise, 0)
  // Rounded, since a rise from 0.7 to 0.8 is not 0.1 in floating point.
  return rises.length === 0 ? 0 : Math.round((sum / rises.length) * 1e6) / 1e6
}

/** Whether a source was cited that the seats did not know when they voted alone on the question. */
function hasNewCitations(session: Session, round: number): boolean {
  const since = firstRoundOf(session)
  const heardAlone = opensWithBallots(session) ? since - 1 : since
  const citedIn = (from: number, to: number): string[] =>
    session.responses
      .filter((response) => response.round >= from && response.round <= to)
      .flatMap(({ citations }) => citations.map(nameOf))
  const known = new Set(citedIn(1, heardAlone))
  return citedIn(heardAlone + 1, round).some((name) => !known.has(name))
}

const nameOf = ({ url, title }: Citation): string => (url ?? title).toLowerCase()

/**
 * Counts the rankings of a round by Borda: of m answers that a seat could rank, the first gets m − 1 points, the last none, and
 * answers that it left out share the points that are left. The score is the mean share of the possible points; no seat ranks its
 * own answer. Equal scores share a place. Returns `undefined` if no seat has ranked.
 */
export function countRankings(session: Session, round: number): RankedSeat[] | undefined {
  const heard = responsesOf(session, heardBefore(session, round)).map(({ agentId }) => agentId)
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

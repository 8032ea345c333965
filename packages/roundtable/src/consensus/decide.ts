import type { Decision, SeatWeight, Unrated } from '../session/consensus.ts'
import { isDemo } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { findSkill } from './find-skill.ts'
import { isRatedByAgreement, rateSeats } from './rate-seats.ts'
import { findInformedRound } from './said.ts'
import { noRecord, type TrackRecord } from './track-record.ts'
import { tally, type Vote, type VoteHistory } from './vote-history.ts'
import { FREE_CHOICES, type WeighedSeat, weigh } from './weigh.ts'

/** The accuracy of models that the skill table does not list, by model id. */
export type Skills = Readonly<Record<string, number>>

/** What is known of models before a debate. */
export interface Known {
  skills?: Skills
  /** How the models have done in past debates. */
  record?: TrackRecord
}

/** The decision that all votes together support. */
export interface Verdict {
  /** Absent if no seat was heard, or several answers are equally likely. */
  decision?: Decision
  /** The probability that the answer with this `key` is right; `undefined` where none can be given. */
  probabilityOf(key: string): number | undefined
  unrated?: Unrated
  weights: SeatWeight[]
  effective: number
  outcomes: number
}

/** Votes that were given alone, below which there is no probability. */
const LEAST_VOTES = 2

export function decide(session: Session, history: VoteHistory, { skills = {}, record = noRecord }: Known): Verdict {
  const known = session.seats.map(({ model }) => ({
    listed: findSkill(model, skills),
    ...(record.models[model] ?? { known: 0, right: 0 }),
  }))
  const ratings = rateSeats(known)
  const isByAgreement = isRatedByAgreement(known)
  const seats = toWeighed(session, history, ratings, record)
  const { chances, weights, effective } = weigh(seats, countChoices(session))
  const unrated = findUnrated(session, history, seats)
  const verdict = {
    ...(unrated !== undefined && { unrated }),
    weights: session.seats.map(({ agentId, model }, i) => ({
      agentId,
      skill: round(ratings[i]!),
      isListed: known[i]!.listed !== undefined,
      known: known[i]!.known,
      right: known[i]!.right,
      ...(isByAgreement && { pairs: record.models[model]?.pairs ?? 0 }),
      weight: round(weights[i]!),
    })),
    effective: round(effective),
    outcomes: record.outcomes,
    probabilityOf: (key: string) => (unrated === undefined ? round(chances.get(key) ?? 0) : undefined),
  }
  const [first, second] = [...chances].sort(([, a], [, b]) => b - a)
  if (first === undefined || isNear(first[1], second?.[1])) return verdict
  const [key] = first
  // In the current wording, if a seat still gives this answer.
  const shares = [history.current, history.independent, history.again].flatMap(tally)
  const { answer } = shares.find((share) => share.key === key)!
  const probability = verdict.probabilityOf(key)
  return { ...verdict, decision: { answer, ...(probability !== undefined && { probability }) } }
}

/** Why no probability can be given, or `undefined`. */
function findUnrated(
  { seats, question }: Session,
  { kind }: VoteHistory,
  weighed: readonly WeighedSeat[],
): Unrated | undefined {
  if (kind === 'estimate') return 'estimate'
  const heard = seats.filter((_, i) => weighed[i]!.votes.length > 0)
  if (heard.some(isDemo)) return 'demo'
  if (question?.isCheckable === false) return 'values'
  return heard.length < LEAST_VOTES ? 'evidence' : undefined
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000

/** Floating-point sums depend on the order of the numbers. */
const isNear = (one: number, other = Number.NaN): boolean => Math.abs(one - other) < 1e-9

/** How many answers are possible: those to choose from, yes and no, or any. */
const countChoices = ({ question }: Session): number => {
  if (question?.kind === 'choice') return question.options.length
  return question?.kind === 'proposition' ? 2 : FREE_CHOICES
}

function toWeighed(
  session: Session,
  history: VoteHistory,
  ratings: readonly number[],
  { models }: TrackRecord,
): WeighedSeat[] {
  const informed = findInformedRound(session)
  return session.seats.map(({ agentId, model }, i) => {
    const usual = models[model]?.usual
    const votes = listVotes(agentId, history, informed)
    return { skill: ratings[i]!, votes, ...(usual !== undefined && { usual }) }
  })
}

/** The part of a vote that changed after facts had arrived. What was said in private has the rest. */
const INFORMED = 0.5

/**
 * Lists the votes of a seat that count. Private votes count, because a persuasive seat convinces others whether it is right
 * or wrong; a later change of mind counts half if facts had arrived. A seat that is asked twice in private has half of
 * its weight on each answer.
 */
function listVotes(agentId: string, history: VoteHistory, informed: number): WeighedSeat['votes'] {
  const isOwn = (vote: Vote) => vote.said.seat.agentId === agentId
  const alone = [...history.independent, ...history.again].filter(isOwn)
  const now = history.current.find(isOwn)
  const before = history.votes.findLast((vote) => isOwn(vote) && vote.said.round < informed)
  const isChanged =
    now !== undefined && now.said.round >= informed && now.key !== before?.key && now.key !== alone[0]?.key
  if (!isChanged) return alone.flatMap((vote) => toParts(vote, 1 / alone.length))
  if (alone.length === 0) return toParts(now, 1)
  return [...alone.flatMap((vote) => toParts(vote, (1 - INFORMED) / alone.length)), ...toParts(now, INFORMED)]
}

/** Splits a vote by the spread of its seat, if it has one. */
function toParts({ key, said }: Vote, part: number): { key: string; part: number; confidence: number | undefined }[] {
  const { confidence, spread } = said
  if (spread === undefined) return [{ key, part, confidence }]
  return Object.entries(spread).map(([option, share]) => ({ key: option, part: part * share, confidence }))
}

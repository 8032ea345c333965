import type { Decision, SeatWeight, Unrated } from '../session/consensus.ts'
import { isDemo, type Stance } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { sayAbout } from './estimates.ts'
import { noRecord, type TrackRecord } from './track-record.ts'
import { findInformedRound, listAssumed, tally, UNDECIDED, type Vote, type VoteHistory } from './votes.ts'
import {
  FREE_CHOICES,
  findSkill,
  isRatedByAgreement,
  RATING,
  rateSeats,
  toModelName,
  type WeighedSeat,
  weigh,
} from './weigh.ts'

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

/** Seats with a clear vote of their own, below which there is no probability. */
const LEAST_VOTES = 2

export function decide(session: Session, history: VoteHistory, { skills = {}, record = noRecord }: Known): Verdict {
  const known = session.seats.map(({ model }) => ({
    listed: findSkill(model, skills),
    ...(record.models[model] ?? { known: 0, right: 0, pairs: 0, agreed: 0 }),
  }))
  // Where no answer can be right, no seat is right more often.
  const isRated = session.question?.isCheckable !== false
  const ratings = isRated ? rateSeats(known) : known.map(() => RATING.unknown)
  const isByAgreement = isRated && isRatedByAgreement(known)
  const counted = listCounted(session, history)
  const seats = session.seats.map(({ model }, i): WeighedSeat => {
    const usual = isRated ? record.models[model]?.usual : undefined
    const votes = counted[i]!.flatMap(splitVote)
    return { skill: ratings[i]!, model: toModelName(model), votes, ...(usual !== undefined && { usual }) }
  })
  const { chances, weights, effective } = weigh(seats, countChoices(session))
  const [first, second] = [...chances].sort(([, a], [, b]) => b - a)
  const unrated = findUnrated(session, history, counted, first?.[0])
  const verdict = {
    ...(unrated !== undefined && { unrated }),
    weights: session.seats.map(({ agentId }, i) => ({
      agentId,
      skill: round(ratings[i]!),
      isListed: known[i]!.listed !== undefined,
      known: known[i]!.known,
      right: known[i]!.right,
      ...(isByAgreement && known[i]!.pairs > 0 && { pairs: known[i]!.pairs }),
      weight: round(weights[i]!),
    })),
    effective: round(effective),
    outcomes: record.outcomes,
    probabilityOf: (key: string) => {
      const chance = unrated === undefined ? chances.get(key) : undefined
      return chance === undefined ? undefined : round(chance)
    },
  }
  // An estimate is the number of all seats, not a vote on it.
  if (history.estimate !== undefined && session.question?.kind === 'estimate')
    return { ...verdict, decision: { answer: sayAbout(history.estimate.median, session.question.unit) } }
  if (first === undefined || isNear(first[1], second?.[1])) return verdict
  const [key] = first
  // In the current wording, if a seat still gives this answer. An answer that seats only put some of their vote on is an option.
  const shares = [history.current, history.independent, history.again].flatMap(tally)
  const answer = shares.find((share) => share.key === key)?.answer ?? key
  const probability = verdict.probabilityOf(key)
  return { ...verdict, decision: { answer, ...(probability !== undefined && { probability }) } }
}

/** Why no probability can be given, or `undefined`. */
function findUnrated(
  { seats, question }: Session,
  history: VoteHistory,
  counted: readonly CountedVote[][],
  first: string | undefined,
): Unrated | undefined {
  if (history.kind === 'estimate') return 'estimate'
  if (seats.some((seat, i) => isDemo(seat) && counted[i]!.length > 0)) return 'demo'
  if (question?.isCheckable === false) return 'values'
  // A seat without a side says nothing about which side is right.
  const decided = counted.filter((votes) => votes.some(({ vote }) => vote.key !== UNDECIDED))
  if (decided.length < LEAST_VOTES) return 'evidence'
  return first !== undefined && listAssumed(history, { key: first }).length > 0 ? 'unconfirmed' : undefined
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000

/** Floating-point sums depend on the order of the numbers. */
const isNear = (one: number, other = Number.NaN): boolean => Math.abs(one - other) < 1e-9

/** How many answers are possible: those to choose from, yes and no, or any. */
const countChoices = ({ question }: Session): number => {
  if (question?.kind === 'choice') return question.options.length
  return question?.kind === 'proposition' ? 2 : FREE_CHOICES
}

/** A vote that counts, and how much of the weight of its seat is on it. */
interface CountedVote {
  vote: Vote
  part: number
}

/** The part of a vote that changed after facts had arrived. What was said in private has the rest. */
const INFORMED = 0.5

/**
 * Lists the votes of each seat that count. Private votes count, because a persuasive seat convinces others whether it is right
 * or wrong; a later change of mind counts half if facts had arrived. A seat that is asked twice in private has half of
 * its weight on each answer.
 */
function listCounted(session: Session, history: VoteHistory): CountedVote[][] {
  const informed = findInformedRound(session)
  return session.seats.map(({ agentId }) => {
    const isOwn = (vote: Vote) => vote.said.seat.agentId === agentId
    const alone = [...history.independent, ...history.again].filter(isOwn)
    const now = history.current.find(isOwn)
    const before = history.votes.findLast((vote) => isOwn(vote) && vote.said.round < informed)
    const isChanged =
      now !== undefined && now.said.round >= informed && now.key !== before?.key && now.key !== alone[0]?.key
    if (!isChanged) return alone.map((vote) => ({ vote, part: 1 / alone.length }))
    if (alone.length === 0) return [{ vote: now, part: 1 }]
    const kept = alone.map((vote) => ({ vote, part: (1 - INFORMED) / alone.length }))
    return [...kept, { vote: now, part: INFORMED }]
  })
}

/** What a seat that takes neither side of a proposition holds. */
const EVEN: Readonly<Record<Exclude<Stance, 'neutral'>, number>> = { support: 0.5, oppose: 0.5 }

/** Splits a vote by the spread of its seat, if it has one. */
function splitVote({ vote: { key, said }, part }: CountedVote): WeighedSeat['votes'] {
  const { confidence, spread = key === UNDECIDED ? EVEN : undefined } = said
  if (spread === undefined) return [{ key, part, confidence }]
  return Object.entries(spread).map(([option, share]) => ({ key: option, part: part * share, confidence }))
}

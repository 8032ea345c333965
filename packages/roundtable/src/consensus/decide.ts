import type { Decision } from '../session/consensus.ts'
import type { Session } from '../session/session.ts'
import { findSkill } from './find-skill.ts'
import { rateSeats } from './rate-seats.ts'
import { findInformedRound } from './said.ts'
import { tally, type Vote, type VoteHistory } from './vote-history.ts'
import { FREE_CHOICES, type WeighedSeat, weigh } from './weigh.ts'

/** The accuracy of models that the skill table does not list, by model id. */
export type Skills = Readonly<Record<string, number>>

/** The decision that all votes together support. */
export interface Verdict {
  /** Absent if no seat was heard, or several answers are equally likely. */
  decision?: Decision
  /** The probability that the answer with this `key` is right. */
  probabilityOf(key: string): number
}

export function decide(session: Session, history: VoteHistory, skills: Skills): Verdict {
  const { chances } = weigh(toWeighed(session, history, skills), countChoices(session, history))
  const probabilityOf = (key: string) => Math.round((chances.get(key) ?? 0) * 1_000) / 1_000
  const [first, second] = [...chances].sort(([, a], [, b]) => b - a)
  if (first === undefined || isNear(first[1], second?.[1])) return { probabilityOf }
  const [key] = first
  // In the current wording, if a seat still gives this answer.
  const shares = [history.current, history.independent, history.again].flatMap(tally)
  const { answer } = shares.find((share) => share.key === key)!
  return { decision: { answer, probability: probabilityOf(key) }, probabilityOf }
}

/** Floating-point sums depend on the order of the numbers. */
const isNear = (one: number, other = Number.NaN): boolean => Math.abs(one - other) < 1e-9

/** How many answers are possible: those to choose from, for and against, or any. */
function countChoices({ answers }: Session, { basis }: VoteHistory): number {
  if (basis === 'answers') return answers.length
  return basis === 'stances' ? 2 : FREE_CHOICES
}

function toWeighed(session: Session, history: VoteHistory, skills: Skills): WeighedSeat[] {
  const ratings = rateSeats(
    session.seats.map(({ model }) => ({ listed: findSkill(model, skills), known: 0, right: 0 })),
  )
  const informed = findInformedRound(session)
  return session.seats.map(({ agentId }, i) => ({
    skill: ratings[i]!,
    votes: listVotes(agentId, history, informed),
  }))
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
  if (!isChanged) return alone.map((vote) => toPart(vote, 1 / alone.length))
  if (alone.length === 0) return [toPart(now, 1)]
  return [...alone.map((vote) => toPart(vote, (1 - INFORMED) / alone.length)), toPart(now, INFORMED)]
}

const toPart = ({ key, said }: Vote, part: number) => ({ key, part, confidence: said.confidence })

import type { Decision } from '../session/consensus.ts'
import type { Session } from '../session/session.ts'
import type { Calibration } from './calibration.ts'
import { poolVotes } from './pool-votes.ts'
import { findInformedRound } from './said.ts'
import { findDoubts, type Voice } from './voice.ts'
import { tally, type Vote, type VoteHistory } from './vote-history.ts'

/** The decision that all votes together support. */
export interface Verdict {
  /** Absent if no seat was heard, or several answers are equally likely. */
  decision?: Decision
  /** The probability that the answer with this `key` is right. */
  probabilityOf(key: string): number
  /** How many seats are probably overconfident, so that their votes count for little. */
  doubted: number
}

export function decide(session: Session, history: VoteHistory, calibration: Calibration): Verdict {
  const voices = toVoices(session, history)
  const pooled = poolVotes(voices, countChoices(session, history), calibration)
  const doubted = findDoubts(voices, calibration).filter((doubt) => doubt > 0.5).length
  const probabilityOf = (key: string) => Math.round((pooled.get(key) ?? 0) * 1_000) / 1_000
  const [first, second] = [...pooled].sort(([, a], [, b]) => b - a)
  if (first === undefined || isNear(first[1], second?.[1])) return { probabilityOf, doubted }
  const [key] = first
  // In the current wording, if a seat still gives this answer.
  const shares = [history.current, history.independent, history.again].flatMap(tally)
  const { answer } = shares.find((share) => share.key === key)!
  return { decision: { answer, probability: probabilityOf(key) }, probabilityOf, doubted }
}

/** Floating-point sums depend on the order of the numbers. */
const isNear = (one: number, other = Number.NaN): boolean => Math.abs(one - other) < 1e-9

/** How many answers are possible. For positions, only those that were taken are known. */
const countChoices = ({ answers }: Session, { basis, votes }: VoteHistory): number =>
  basis === 'answers' ? answers.length : new Set(votes.map(({ key }) => key)).size

function toVoices(session: Session, { independent, again, current, votes }: VoteHistory): Voice[] {
  const by = (agentId: string) => (vote: Vote) => vote.said.seat.agentId === agentId
  const informed = findInformedRound(session)
  return session.seats.map(({ agentId, family }) => {
    const now = current.find(by(agentId))
    const before = votes.findLast((vote) => by(agentId)(vote) && vote.said.round < informed)
    const isInformed = now !== undefined && now.said.round >= informed && now.key !== before?.key
    // A seat that was not heard at first is asked for the first time when the others are asked again.
    const [first, second] = [...independent, ...again].filter(by(agentId))
    return { family, first: toHeld(first), again: toHeld(second), now: toHeld(now), isInformed }
  })
}

const toHeld = (vote: Vote | undefined) => vote && { key: vote.key, confidence: vote.said.confidence }

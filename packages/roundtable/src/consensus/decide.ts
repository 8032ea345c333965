import type { Decision } from '../session/consensus.ts'
import type { Session } from '../session/session.ts'
import type { Calibration } from './calibration.ts'
import { findDoubts } from './find-doubts.ts'
import { findInformedRound } from './find-informed-round.ts'
import { poolVotes } from './pool-votes.ts'
import { tally } from './tally.ts'
import type { Voice } from './voice.ts'
import type { Vote, VoteHistory } from './vote-history.ts'

/** What all votes together speak for. */
export interface Verdict {
  /** Absent where nobody was heard, or several answers are as likely. */
  decision?: Decision
  /** How likely what a vote's `key` stands for is right. */
  probabilityOf(key: string): number
  /** How many seats more likely brag than know, so that their votes count for little. */
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
  // In the words of now, where anybody still says it.
  const shares = [history.current, history.independent, history.again].flatMap(tally)
  const { answer } = shares.find((share) => share.key === key)!
  return { decision: { answer, probability: probabilityOf(key) }, probabilityOf, doubted }
}

/** Sums of the same numbers in another order differ a little. */
const isNear = (one: number, other = Number.NaN): boolean => Math.abs(one - other) < 1e-9

/** How many answers there could be. Nobody knows how many positions there are beside those that were taken. */
const countChoices = ({ answers }: Session, { basis, votes }: VoteHistory): number =>
  basis === 'answers' ? answers.length : new Set(votes.map(({ key }) => key)).size

function toVoices(session: Session, { independent, again, current, votes }: VoteHistory): Voice[] {
  const by = (agentId: string) => (vote: Vote) => vote.said.seat.agentId === agentId
  const informed = findInformedRound(session)
  return session.seats.map(({ agentId, family }) => {
    const now = current.find(by(agentId))
    const before = votes.findLast((vote) => by(agentId)(vote) && vote.said.round < informed)
    const isInformed = now !== undefined && now.said.round >= informed && now.key !== before?.key
    // Who was not heard at first is asked for the first time when the others are asked again.
    const [first, second] = [...independent, ...again].filter(by(agentId))
    return { family, first: toHeld(first), again: toHeld(second), now: toHeld(now), isInformed }
  })
}

const toHeld = (vote: Vote | undefined) => vote && { key: vote.key, confidence: vote.said.confidence }

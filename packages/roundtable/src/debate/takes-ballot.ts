import { findInformedRound, readVotes } from '../consensus/votes.ts'
import { findMode } from '../modes/index.ts'
import { firstRoundOf } from '../session/question.ts'
import { roundOf, type Session } from '../session/session.ts'

/**
 * Whether a round opens with a private ballot: the first round if seats speak one after another, the first round of a
 * corrected question, since the seats have heard each other, and the round after it if the independent answers differ. Asked
 * in other words, a split vote gains one to three points (decision 029). After new facts or a focus question a seat answers
 * another question, so there is no second ballot.
 */
export function takesBallot(session: Session, number: number): boolean {
  // Rounds in which no seat was heard do not count.
  const isFirst = session.responses.every(({ round }) => round >= number)
  if (isFirst) return findMode(session.mode).opensWithBallot
  const first = firstRoundOf(session)
  if (number === first) return true
  const isNew = roundOf(session, number)?.focusQuestion !== undefined || findInformedRound(session) <= number
  return number === first + 1 && !isNew && isSplit(session, first) && isAffordable(session, first)
}

/** Whether the independent answers differ. Estimates always differ, and are revised in the round itself. */
function isSplit(session: Session, first: number): boolean {
  const { kind, independent } = readVotes(session, first)
  return kind !== 'estimate' && new Set(independent.map(({ key }) => key)).size > 1
}

/** Whether the budget suffices for the first round and two more like it, so that each seat that votes can also speak. */
function isAffordable(session: Session, first: number): boolean {
  const { budget } = session
  const { inputTokens, outputTokens, costUsd = 0 } = roundOf(session, first)!.usage
  const { tokens = Number.POSITIVE_INFINITY, usd = Number.POSITIVE_INFINITY } = budget
  return tokens >= 3 * (inputTokens + outputTokens) && usd >= 3 * costUsd
}

import { findInformedRound } from '../consensus/find-informed-round.ts'
import { readVotes } from '../consensus/vote-history.ts'
import { findMode } from '../modes/index.ts'
import { roundOf, type Session } from '../session/session.ts'

/**
 * Whether a round opens with a private ballot: the first where seats speak one after another, and the second where they did
 * not all say the same on their own. What they then say once more, each for itself, tells more than anything that they say
 * after they have heard each other (`bench/DEBATE.md`). Where facts or another question have come in, what they hold without
 * them is of no interest.
 */
export function takesBallot(session: Session, number: number): boolean {
  if (number === 1) return findMode(session.mode).opensWithBallot
  const isNew = roundOf(session, number)?.focusQuestion !== undefined || findInformedRound(session) <= number
  return number === 2 && !isNew && isSplit(session) && isAffordable(session)
}

/** Whether not all said the same. What is said in other words is not known to be the same. */
function isSplit(session: Session): boolean {
  const { basis, independent } = readVotes(session, 1)
  return basis !== 'positions' && new Set(independent.map(({ key }) => key)).size > 1
}

/** Whether enough was left after the first round for two like it, so that nobody votes who then cannot speak. */
function isAffordable({ rounds: [first], budget }: Session): boolean {
  const { inputTokens, outputTokens, costUsd = 0 } = first!.usage
  const { tokens = Number.POSITIVE_INFINITY, usd = Number.POSITIVE_INFINITY } = budget
  return tokens >= 3 * (inputTokens + outputTokens) && usd >= 3 * costUsd
}

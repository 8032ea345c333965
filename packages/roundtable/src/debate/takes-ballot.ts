import { findInformedRound } from '../consensus/said.ts'
import { readVotes } from '../consensus/vote-history.ts'
import { findMode } from '../modes/index.ts'
import { roundOf, type Session } from '../session/session.ts'

/**
 * Whether a round opens with a private ballot: the first round if seats speak one after another, and the second if their
 * independent answers differ. A second private answer says more than anything after the seats have heard each other
 * (`bench/DEBATE.md`). After new facts or a focus question it says nothing, so there is no second ballot.
 */
export function takesBallot(session: Session, number: number): boolean {
  if (number === 1) return findMode(session.mode).opensWithBallot
  const isNew =
    roundOf(session, number)?.focusQuestion !== undefined ||
    findInformedRound(session) <= number ||
    session.question?.since === number
  return number === 2 && !isNew && isSplit(session) && isAffordable(session)
}

/** Whether the independent answers differ. Estimates always differ, and are revised in the round itself. */
function isSplit(session: Session): boolean {
  const { kind, independent } = readVotes(session, 1)
  return kind !== 'estimate' && new Set(independent.map(({ key }) => key)).size > 1
}

/** Whether the budget after the first round suffices for two more like it, so that each seat that votes can also speak. */
function isAffordable({ rounds: [first], budget }: Session): boolean {
  const { inputTokens, outputTokens, costUsd = 0 } = first!.usage
  const { tokens = Number.POSITIVE_INFINITY, usd = Number.POSITIVE_INFINITY } = budget
  return tokens >= 3 * (inputTokens + outputTokens) && usd >= 3 * costUsd
}

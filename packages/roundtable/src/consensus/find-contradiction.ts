import { matchAnswer, nameOnly } from '../answers/match-answer.ts'
import type { ConsensusResult } from '../session/consensus.ts'
import type { Contradiction } from '../session/synthesis.ts'
import { sayNumber } from './vote-history.ts'

/**
 * Returns how a synthesis contradicts what was counted, or `undefined`. `follows` is the answer that its author claims to follow;
 * without it, the only possible answer that the text names counts.
 */
export function findContradiction(
  { answer, follows }: { answer: string; follows?: string },
  { decision, leading, vote, independentVote, estimate }: ConsensusResult,
): Contradiction | undefined {
  if (estimate !== undefined) return leavesRange(follows, estimate)
  const counted = decision?.answer ?? leading
  const options = [...new Set([...vote, ...independentVote].map((share) => share.answer))]
  const written = (follows && matchAnswer(follows, options)) ?? nameOnly(answer, options)
  if (written === undefined || written === counted || options.length < 2) return undefined
  return { written, ...(counted !== undefined && { counted }) }
}

function leavesRange(
  follows: string | undefined,
  { median, low, high, unit }: NonNullable<ConsensusResult['estimate']>,
): Contradiction | undefined {
  const number = Number.parseFloat((follows ?? '').replaceAll(',', ''))
  if (!Number.isFinite(number) || (number >= low && number <= high)) return undefined
  return { written: `${sayNumber(number)} ${unit}`, counted: `${sayNumber(median)} ${unit}` }
}

import { matchAnswer, nameOnly, readOpening } from '../answers/match-answer.ts'
import { sayNumber } from '../consensus/estimates.ts'
import { sideOf } from '../modes/opposing-side.ts'
import type { ConsensusResult } from '../session/consensus.ts'
import type { Contradiction } from '../session/synthesis.ts'

/**
 * Returns how a synthesis contradicts what was counted, or `undefined`. The answer that the text begins with counts, or else the
 * one that its author claims to follow, `follows`, or else the only one that the text names. `possible` are the answers to the
 * question, also those without a vote.
 */
export function findContradiction(
  { answer, follows }: { answer: string; follows?: string },
  { decision, leading, vote, independentVote, estimate }: ConsensusResult,
  possible: readonly string[],
): Contradiction | undefined {
  if (estimate !== undefined) return leavesRange(follows, estimate)
  const counted = decision?.answer ?? leading
  const voted = [...vote, ...independentVote].map((share) => share.answer)
  const options = [...new Set([...voted, ...possible])]
  const written =
    readOpening(answer, options) ||
    (follows && (matchAnswer(follows, options) ?? findSide(follows, options))) ||
    nameOnly(answer, options)
  if (written === undefined || written === counted || options.length < 2) return undefined
  return { written, ...(counted !== undefined && { counted }) }
}

/** Returns the only option on the side that a text names with its first word: “No” is “No, keep it open”. */
function findSide(text: string, options: readonly string[]): string | undefined {
  const side = sideOf(text)
  const named = options.filter((option) => side !== undefined && sideOf(option) === side)
  return named.length === 1 ? named[0] : undefined
}

function leavesRange(
  follows: string | undefined,
  { median, low, high, unit }: NonNullable<ConsensusResult['estimate']>,
): Contradiction | undefined {
  const number = Number.parseFloat((follows ?? '').replaceAll(',', ''))
  if (!Number.isFinite(number) || (number >= low && number <= high)) return undefined
  return { written: `${sayNumber(number)} ${unit}`, counted: `${sayNumber(median)} ${unit}` }
}

import type { BudgetLimits, Session } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'

/** Returns the cost of a debate so far, and its budget. */
export function saySpent(
  { inputTokens, outputTokens, costUsd = 0 }: Session['usage'],
  { tokens, usd }: BudgetLimits,
): string {
  const spent = texts.tokens((inputTokens + outputTokens).toLocaleString('en'), tokens?.toLocaleString('en'))
  if (costUsd === 0 && usd === undefined) return spent
  return `${spent}, ${texts.dollars(costUsd.toFixed(2), usd?.toFixed(2))}`
}

import type { BudgetLimits, Session } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'

/** Cents, or “less than $0.01”: a small cost is not none. */
const sayDollars = (usd: number): string => (usd > 0 && usd < 0.01 ? texts.underOneCent : `$${usd.toFixed(2)}`)

/** Returns the cost of a debate so far, and its budget. */
export function saySpent(
  { inputTokens, outputTokens, costUsd = 0 }: Session['usage'],
  { tokens, usd }: BudgetLimits,
): string {
  const spent = texts.tokens((inputTokens + outputTokens).toLocaleString('en'), tokens?.toLocaleString('en'))
  if (costUsd === 0 && usd === undefined) return spent
  return `${spent}, ${texts.dollars(sayDollars(costUsd), usd?.toFixed(2))}`
}

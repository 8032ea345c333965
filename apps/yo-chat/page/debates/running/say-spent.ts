import type { BudgetLimits, Session } from '@sweatpants/roundtable/browser'

const exactly = new Intl.NumberFormat('en')

/** Returns the cost of a debate so far, and its budget. */
export function saySpent(
  { inputTokens, outputTokens, costUsd = 0 }: Session['usage'],
  { tokens, usd }: BudgetLimits,
): string {
  const used = exactly.format(inputTokens + outputTokens)
  const spent = `${used}${tokens === undefined ? '' : ` of ${exactly.format(tokens)}`} tokens`
  if (costUsd === 0 && usd === undefined) return spent
  return `${spent}, $${costUsd.toFixed(2)}${usd === undefined ? '' : ` of $${usd.toFixed(2)}`}`
}

import { useChat } from '../frame/chat.ts'

const tokens = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const exactly = new Intl.NumberFormat('en')

/** The usage of the conversation so far. */
export function Used() {
  const { inputTokens, outputTokens, costUsd } = useChat(({ state }) => state.usage)
  const total = inputTokens + outputTokens
  if (total === 0) return null
  const details = `${exactly.format(inputTokens)} tokens read, ${exactly.format(outputTokens)} written`
  return (
    <span className="used" title={details}>
      {tokens.format(total)}
      <span className="used-unit"> tokens</span>
      {costUsd !== undefined && costUsd > 0 && ` · ${toDollars(costUsd)}`}
    </span>
  )
}

const toDollars = (amount: number): string => (amount < 0.01 ? '< $0.01' : `$${amount.toFixed(2)}`)

import { useChat } from '../frame/chat.ts'
import { texts } from './texts.ts'

const tokens = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const exactly = new Intl.NumberFormat('en')

/** The usage of the conversation so far. */
export function Used() {
  const { inputTokens, outputTokens, costUsd } = useChat(({ state }) => state.usage)
  const total = inputTokens + outputTokens
  if (total === 0) return null
  const details = texts.tokensUsed(exactly.format(inputTokens), exactly.format(outputTokens))
  return (
    <span className="used" title={details}>
      {tokens.format(total)}
      <span className="used-unit"> {texts.tokens}</span>
      {costUsd !== undefined && costUsd > 0 && ` · ${toDollars(costUsd)}`}
    </span>
  )
}

const toDollars = (amount: number): string => (amount < 0.01 ? '< $0.01' : `$${amount.toFixed(2)}`)

import type { Candidate } from '../panel/panel.ts'
import type { Seat } from '../session/seat.ts'

const isDemo = ({ model }: { model: string }): boolean => /^demo(\/|$)/.test(model)

const DEMO = 'the offline demo model, which follows rules and understands little: take nothing of it for advice.'

const REMEDY =
  'Set ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_API_KEY or PERPLEXITY_API_KEY, or run Ollama, for models that think.'

/** Said wherever the demo model has a seat. */
export function noticeOf(seats: readonly Pick<Seat, 'agentId' | 'model'>[]): string | undefined {
  const played = seats.filter(isDemo).map(({ agentId }) => agentId)
  if (played.length === 0) return undefined
  if (played.length === seats.length) return `Every seat is played by ${DEMO} ${REMEDY}`
  return `${played.join(', ')} ${played.length === 1 ? 'is' : 'are'} played by ${DEMO}`
}

/** Said where nothing but the demo model could take a seat. */
export const noticeOfPanel = (candidates: readonly Candidate[]): string | undefined =>
  candidates.some((candidate) => candidate.usable && !isDemo(candidate))
    ? undefined
    : `No other model can be used, so every seat goes to ${DEMO} ${REMEDY}`

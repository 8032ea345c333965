import type { ChatMessage } from '@sweatpants/framework/chat'
import { toTiming } from './to-timing.ts'

const exactly = new Intl.NumberFormat('en')

/** The model of an answer, how long it took and how fast it was written. */
export function Timing({ message }: { message: ChatMessage }) {
  const { model, usage } = message
  const used =
    usage && `${exactly.format(usage.inputTokens)} tokens read, ${exactly.format(usage.outputTokens)} written`
  return (
    <span className="hint" title={used}>
      {[...(model === undefined ? [] : [model]), ...toTiming(message)].join(' · ')}
    </span>
  )
}

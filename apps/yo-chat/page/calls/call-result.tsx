import { keptOf, type ToolCallState } from '@sweatpants/framework/chat'
import { Media } from '../controls/media.tsx'
import { useChat } from '../frame/chat.ts'
import { showResult } from '../tools/show-result.tsx'
import { Value } from './value.tsx'

export function CallResult({
  call: { toolName, status, result, content = [], error, origin },
}: {
  call: ToolCallState
}) {
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  if (status === 'failed') return <p className="problem">{error?.message}</p>
  if (status !== 'done' || result === undefined) return null
  const shown = origin === undefined ? showResult(toolName, result) : undefined
  const media = content.filter((block) => block.type === 'image' || block.type === 'audio')
  return (
    <div className="result">
      {shown ?? (result !== '' && <Value value={result} />)}
      {media.map((block, index) => (
        <Media
          // biome-ignore lint/suspicious/noArrayIndexKey: a result does not change
          key={index}
          block={block}
          from={toolName}
          kept={toAddress(sessionId, block)}
        />
      ))}
    </div>
  )
}

/** Returns where the data of a block is, if the conversation keeps it beside its log. */
function toAddress(sessionId: string | undefined, block: { mimeType: string; _meta?: Record<string, unknown> }) {
  const kept = keptOf(block)
  if (kept === undefined || sessionId === undefined) return undefined
  return `/api/chat/sessions/${sessionId}/attachments/${kept.digest}?type=${encodeURIComponent(block.mimeType)}`
}

import type { ToolCallState } from '@sweatpants/framework/chat'
import { Media } from '../controls/media.tsx'
import { useKeptAddress } from '../controls/use-kept-address.ts'
import { showResult } from '../tools/show-result.tsx'
import { Value } from './value.tsx'

export function CallResult({
  call: { toolName, status, result, content = [], error, origin },
}: {
  call: ToolCallState
}) {
  const addressOf = useKeptAddress()
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
          kept={addressOf(block)}
        />
      ))}
    </div>
  )
}

import type { ChatMessage } from '@sweatpants/framework/chat'
import { Later, later } from '../controls/later.tsx'
import { Media } from '../controls/media.tsx'
import { Reasoning } from './reasoning.tsx'
import { usePacedText } from './use-paced-text.ts'

const Markdown = later(() => import('../markdown.ts'), 'Markdown')
const CallCard = later(() => import('../calls/call-card.tsx'), 'CallCard')

interface AnswerBlockProps {
  block: ChatMessage['content'][number]
  messageId: string
  isStreaming: boolean
}

export function AnswerBlock({ block, messageId, isStreaming }: AnswerBlockProps) {
  switch (block.type) {
    case 'text':
      return <Text text={block.text} isStreaming={isStreaming} />
    case 'reasoning':
      return <Reasoning text={block.text} isStreaming={isStreaming} />
    case 'tool_use':
      return (
        <Later fallback={<div className="card" aria-busy="true" />}>
          <CallCard messageId={messageId} toolUseId={block.id} />
        </Later>
      )
    case 'image':
    case 'audio':
      return <Media block={block} />
    case 'file':
    case 'tool_result':
      return null
  }
}

function Text({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  const shown = usePacedText(text, isStreaming)
  return (
    <Later fallback={<p className="unformatted">{shown}</p>}>
      <Markdown text={shown} streaming={isStreaming || shown !== text} />
    </Later>
  )
}

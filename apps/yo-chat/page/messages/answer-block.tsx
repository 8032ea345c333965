import type { ChatMessage } from '@sweatpants/framework/chat'
import { Markdown } from '@sweatpants/framework/react'
import { CallCard } from '../calls/call-card.tsx'
import { Media } from '../controls/media.tsx'
import { Reasoning } from './reasoning.tsx'

interface AnswerBlockProps {
  block: ChatMessage['content'][number]
  messageId: string
  isStreaming: boolean
}

export function AnswerBlock({ block, messageId, isStreaming }: AnswerBlockProps) {
  switch (block.type) {
    case 'text':
      return <Markdown text={block.text} streaming={isStreaming} />
    case 'reasoning':
      return <Reasoning text={block.text} isStreaming={isStreaming} />
    case 'tool_use':
      return <CallCard messageId={messageId} toolUseId={block.id} />
    case 'image':
    case 'audio':
      return <Media block={block} />
    case 'file':
    case 'tool_result':
      return null
  }
}

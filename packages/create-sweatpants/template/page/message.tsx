import type { ChatMessage } from '@sweatpants/framework/chat'
import { Markdown } from '@sweatpants/framework/react'
import { Fragment, type ReactNode } from 'react'

interface MessageProps {
  message: ChatMessage
  /** Shows a call of a tool. */
  children: (toolUseId: string) => ReactNode
}

export function Message({ message: { role, content, status }, children }: MessageProps) {
  const isStreaming = status === 'streaming'
  return (
    <article className={role} aria-label={role === 'user' ? 'You' : 'Answer'} aria-busy={isStreaming}>
      {content.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block only grows, and no other takes its place
        <Fragment key={index}>
          {block.type === 'text' && role === 'user' && <p className="said">{block.text}</p>}
          {block.type === 'text' && role === 'assistant' && <Markdown text={block.text} streaming={isStreaming} />}
          {block.type === 'tool_use' && children(block.id)}
        </Fragment>
      ))}
      {isStreaming && content.length === 0 && <p className="note">Thinking…</p>}
      {status === 'queued' && <p className="note">Waits for the answer before it.</p>}
      {status === 'interrupted' && <p className="note">Stopped.</p>}
    </article>
  )
}

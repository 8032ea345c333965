import type { ChatMessage } from '@sweatpants/framework/chat'
import { CopyButton } from '../controls/copy-button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { AnswerBlock } from './answer-block.tsx'
import { Sources } from './sources.tsx'
import { textOf } from './text-of.ts'
import { Thinking } from './thinking.tsx'

interface AnswerProps {
  message: ChatMessage
  /** Whether it is the last message of a finished turn. */
  isDone: boolean
  /** Whether the error is shown elsewhere. */
  hasFailed: boolean
}

export function Answer({ message, isDone, hasFailed }: AnswerProps) {
  const client = useClient()
  const perform = usePerform()
  const { messageId, content, status, sources } = message
  const isStreaming = status === 'streaming'
  const text = textOf(message)
  return (
    <article className="answer" aria-busy={isStreaming}>
      <h2 className="visually-hidden">Answer</h2>
      {isStreaming && content.length === 0 && <Thinking />}
      {content.map((block, index) => (
        <AnswerBlock
          // A block only grows, and no other takes its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          block={block}
          messageId={messageId}
          isStreaming={isStreaming && index === content.length - 1}
        />
      ))}
      {status === 'interrupted' && !hasFailed && <p className="stopped">Stopped</p>}
      {sources !== undefined && sources.length > 0 && <Sources sources={sources} />}
      {isDone && !hasFailed && (
        <div className="message-actions">
          {text !== '' && <CopyButton text={text} label="Copy answer" />}
          <IconButton icon="retry" label="Try again" onClick={() => perform(client.retry(messageId))} />
          <span className="hint">{message.model}</span>
        </div>
      )}
    </article>
  )
}

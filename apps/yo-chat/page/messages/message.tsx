import type { ChatMessage } from '@sweatpants/framework/chat'
import { memo } from 'react'
import { toMessageElementId } from '../frame/place.ts'
import { Answer } from './answer.tsx'
import { UserMessage } from './user-message.tsx'

interface MessageProps {
  message: ChatMessage
  /** Whether it is the last message of a finished turn. */
  isDone: boolean
  /** Whether that turn failed. */
  hasFailed: boolean
  /** Whether it is queued. */
  waits: boolean
}

/** Renders again only when this message changes. */
export const Message = memo(function Message({ message, isDone, hasFailed, waits }: MessageProps) {
  return (
    <li id={toMessageElementId(message.messageId)} className="message" data-role={message.role}>
      {message.role === 'user' ? (
        <UserMessage message={message} waits={waits} />
      ) : (
        <Answer message={message} isDone={isDone} hasFailed={hasFailed} />
      )}
    </li>
  )
})

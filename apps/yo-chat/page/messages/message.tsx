import type { ChatMessage } from '@sweatpants/framework/chat'
import { memo } from 'react'
import { Answer } from './answer.tsx'
import { UserMessage } from './user-message.tsx'

interface MessageProps {
  message: ChatMessage
  /** Whether it is the last of its turn, which is over. */
  isDone: boolean
  /** Whether that turn ended badly. */
  hasFailed: boolean
  /** Whether it waits for the end of another turn. */
  waits: boolean
}

/** Rendered again when it has changed, not when another one has. */
export const Message = memo(function Message({ message, isDone, hasFailed, waits }: MessageProps) {
  return (
    <li className="message" data-role={message.role}>
      {message.role === 'user' ? (
        <UserMessage message={message} waits={waits} />
      ) : (
        <Answer message={message} isDone={isDone} hasFailed={hasFailed} />
      )}
    </li>
  )
})

import type { ChatMessage } from '@sweatpants/framework/chat'
import { memo } from 'react'
import { toMessageElementId } from '../frame/place.ts'
import { Answer } from './answer.tsx'
import { UserMessage } from './user-message.tsx'

interface MessageProps {
  message: ChatMessage
  /** Whether it is the last message of a finished turn. */
  isDone: boolean
  /** Whether it is the last message of the conversation, and no turn runs. */
  isLast: boolean
  /** Whether that turn failed. */
  hasFailed: boolean
  /** Whether it is queued. */
  waits: boolean
  /** The first messages of the branches that this one, or the answer that it ends, is one of. */
  versions: readonly string[] | undefined
  version: string | undefined
}

/** Renders again only when this message changes. */
export const Message = memo(function Message({ message, waits, versions, version, ...rest }: MessageProps) {
  return (
    <li id={toMessageElementId(message.messageId)} className="message" data-role={message.role}>
      {message.role === 'user' ? (
        <UserMessage message={message} waits={waits} versions={versions} />
      ) : (
        <Answer message={message} versions={versions} version={version} {...rest} />
      )}
    </li>
  )
})

import type { ChatMessage } from '@sweatpants/framework/chat'
import { useState } from 'react'
import { CopyButton } from '../controls/copy-button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { EditForm } from './edit-form.tsx'
import { SendNow } from './send-now.tsx'
import { textOf } from './text-of.ts'

interface UserMessageProps {
  message: ChatMessage
  waits: boolean
}

export function UserMessage({ message, waits }: UserMessageProps) {
  const [isEdited, setEdited] = useState(false)
  const text = textOf(message)
  if (isEdited) return <EditForm messageId={message.messageId} text={text} onDone={() => setEdited(false)} />
  return (
    <>
      <h2 className="visually-hidden">You said</h2>
      <p className="bubble" data-waits={waits || undefined}>
        {text}
      </p>
      <div className="message-actions" data-shown={waits || undefined}>
        {waits && <SendNow />}
        <CopyButton text={text} label="Copy message" />
        <IconButton icon="edit" label="Edit and send again" onClick={() => setEdited(true)} />
      </div>
    </>
  )
}

import { type ChatMessage, isAttachment } from '@sweatpants/framework/chat'
import { CopyButton } from '../controls/copy-button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Attachments } from './attachments.tsx'
import { EditForm } from './edit-form.tsx'
import { editMessage, useIsEdited } from './editing.ts'
import { SendNow } from './send-now.tsx'
import { textOf } from './text-of.ts'
import { texts } from './texts.ts'
import { Versions } from './versions.tsx'

interface UserMessageProps {
  message: ChatMessage
  waits: boolean
  versions: readonly string[] | undefined
}

export function UserMessage({ message, waits, versions }: UserMessageProps) {
  const { messageId } = message
  const isEdited = useIsEdited(messageId)
  const text = textOf(message)
  const attachments = message.content.filter(isAttachment)
  if (isEdited) return <EditForm messageId={messageId} text={text} attachments={attachments} />
  return (
    <>
      <h2 className="visually-hidden">{texts.you}</h2>
      <Attachments blocks={attachments} />
      {text !== '' && (
        <p className="bubble" data-waits={waits || undefined}>
          {text}
        </p>
      )}
      <div className="message-actions" data-shown={waits || versions !== undefined || undefined}>
        {waits && <SendNow />}
        {text !== '' && <CopyButton text={text} label={texts.copyMessage} />}
        <IconButton icon="edit" label={texts.edit} onClick={() => editMessage(messageId)} />
        {versions !== undefined && <Versions versions={versions} shown={messageId} />}
      </div>
    </>
  )
}

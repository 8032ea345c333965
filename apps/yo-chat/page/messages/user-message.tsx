import type { ChatMessage, UserBlock } from '@sweatpants/framework/chat'
import { useState } from 'react'
import { CopyButton } from '../controls/copy-button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Media } from '../controls/media.tsx'
import { EditForm } from './edit-form.tsx'
import { SendNow } from './send-now.tsx'
import { textOf } from './text-of.ts'

type Attachment = Exclude<UserBlock, { type: 'text' }>

const ATTACHED: string[] = ['image', 'audio', 'file'] satisfies Attachment['type'][]

function Attached({ block }: { block: Attachment }) {
  return block.type === 'file' ? (
    <p className="hint">{block.name ?? block.mimeType}</p>
  ) : (
    <Media block={block} from="you" />
  )
}

interface UserMessageProps {
  message: ChatMessage
  waits: boolean
}

export function UserMessage({ message, waits }: UserMessageProps) {
  const [isEdited, setEdited] = useState(false)
  const text = textOf(message)
  const attachments = message.content.filter((block) => ATTACHED.includes(block.type)) as Attachment[]
  const onDone = () => setEdited(false)
  if (isEdited) return <EditForm messageId={message.messageId} text={text} attachments={attachments} onDone={onDone} />
  return (
    <>
      <h2 className="visually-hidden">You said</h2>
      {attachments.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the attachments of a message never change
        <Attached key={index} block={block} />
      ))}
      {text !== '' && (
        <p className="bubble" data-waits={waits || undefined}>
          {text}
        </p>
      )}
      <div className="message-actions" data-shown={waits || undefined}>
        {waits && <SendNow />}
        <CopyButton text={text} label="Copy message" />
        <IconButton icon="edit" label="Edit and send again" onClick={() => setEdited(true)} />
      </div>
    </>
  )
}

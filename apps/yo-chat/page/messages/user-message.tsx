import type { ChatMessage, UserBlock } from '@sweatpants/framework/chat'
import { CopyButton } from '../controls/copy-button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Media } from '../controls/media.tsx'
import { EditForm } from './edit-form.tsx'
import { editMessage, useIsEdited } from './editing.ts'
import { SendNow } from './send-now.tsx'
import { textOf } from './text-of.ts'
import { texts } from './texts.ts'
import { Versions } from './versions.tsx'

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
  versions: readonly string[] | undefined
}

export function UserMessage({ message, waits, versions }: UserMessageProps) {
  const { messageId } = message
  const isEdited = useIsEdited(messageId)
  const text = textOf(message)
  const attachments = message.content.filter((block) => ATTACHED.includes(block.type)) as Attachment[]
  if (isEdited) return <EditForm messageId={messageId} text={text} attachments={attachments} />
  return (
    <>
      <h2 className="visually-hidden">{texts.you}</h2>
      {attachments.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the attachments of a message never change
        <Attached key={index} block={block} />
      ))}
      {text !== '' && (
        <p className="bubble" data-waits={waits || undefined}>
          {text}
        </p>
      )}
      <div className="message-actions" data-shown={waits || versions !== undefined || undefined}>
        {waits && <SendNow />}
        <CopyButton text={text} label={texts.copyMessage} />
        <IconButton icon="edit" label={texts.edit} onClick={() => editMessage(messageId)} />
        {versions !== undefined && <Versions versions={versions} shown={messageId} />}
      </div>
    </>
  )
}

import { isAttachment, type SendingMessage as Sending } from '@sweatpants/framework/chat'
import { useOnline } from '../frame/use-online.ts'
import { Attachments } from './attachments.tsx'
import { textOf } from './text-of.ts'
import { texts } from './texts.ts'

/** A placeholder with the position and height of the message. */
export function SendingMessage({ message }: { message: Sending }) {
  const isOnline = useOnline()
  const { content } = message
  const text = textOf(message)
  return (
    <li className="message" data-role="user">
      <h2 className="visually-hidden">{texts.you}</h2>
      <Attachments blocks={typeof content === 'string' ? [] : content.filter(isAttachment)} />
      {text !== '' && (
        <p className="bubble" data-waits>
          {text}
        </p>
      )}
      <div className="message-actions" data-shown>
        <span className="badge">{isOnline ? texts.sending : texts.sentOnline}</span>
      </div>
    </li>
  )
}

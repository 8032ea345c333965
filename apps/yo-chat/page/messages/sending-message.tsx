import type { SendingMessage as Sending } from '@sweatpants/framework/chat'
import { useOnline } from '../frame/use-online.ts'
import { textOf } from './text-of.ts'
import { texts } from './texts.ts'

/** A placeholder with the position and height of the message. */
export function SendingMessage({ message }: { message: Sending }) {
  const isOnline = useOnline()
  return (
    <li className="message" data-role="user">
      <h2 className="visually-hidden">{texts.you}</h2>
      <p className="bubble" data-waits>
        {textOf(message).trim()}
      </p>
      <div className="message-actions" data-shown>
        <span className="badge">{isOnline ? texts.sending : texts.sentOnline}</span>
      </div>
    </li>
  )
}

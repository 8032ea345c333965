import { useChat } from '../frame/chat.ts'
import { useOnline } from '../frame/use-online.ts'
import { texts } from './texts.ts'

/** Says that an answer is not lost while the server cannot be reached. */
export function Sent() {
  const isOnline = useOnline()
  const isReconnecting = useChat(({ connection }) => connection === 'reconnecting')
  return (
    <p className="sent" role="status">
      {(!isOnline || isReconnecting) && texts.sentLater}
    </p>
  )
}

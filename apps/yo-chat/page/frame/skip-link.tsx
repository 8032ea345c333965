import { texts } from '../controls/texts.ts'
import { useChat } from './chat.ts'
import type { Place } from './place.ts'

/** Lets keyboard users skip the parts that every page has. */
export function SkipLink({ place }: { place: Place }) {
  if (place.type === 'chat') return <ChatSkipLink />
  return (
    <a className="skip-link" href="#debates">
      {texts.skipToContent}
    </a>
  )
}

function ChatSkipLink() {
  const isRefused = useChat((snapshot) => snapshot.refusal !== undefined)
  return isRefused ? null : (
    <a className="skip-link" href="#message-box">
      {texts.skipToMessage}
    </a>
  )
}

import { useClient } from './chat.ts'
import { Link } from './link.tsx'
import { DEBATES, type Place, toChatPath } from './place.ts'

interface SectionsProps {
  place: Place
  onChosen?: (() => void) | undefined
}

/** The parts of the app. Going back to the chats leads to the one that was open. */
export function Sections({ place, onChosen }: SectionsProps) {
  const client = useClient()
  const isChat = place.type === 'chat'
  const chat = toChatPath(isChat ? place.sessionId : client.getSnapshot().sessionId)
  return (
    <nav className="sections" aria-label="Sections">
      <Link className="section-link" href={chat} aria-current={isChat ? 'true' : undefined} onChosen={onChosen}>
        Chats
      </Link>
      <Link className="section-link" href={DEBATES} aria-current={isChat ? undefined : 'true'} onChosen={onChosen}>
        Debates
      </Link>
    </nav>
  )
}

import { InboxBadge } from '../inbox/inbox-badge.tsx'
import { useClient } from './chat.ts'
import { Link } from './link.tsx'
import { DEBATES, INBOX, isDebates, type Place, toChatPath } from './place.ts'
import { texts } from './texts.ts'

interface SectionsProps {
  place: Place
  onChosen?: (() => void) | undefined
}

/** The parts of the app. The link to the chats opens the last open one. */
export function Sections({ place, onChosen }: SectionsProps) {
  const client = useClient()
  const isChat = place.type === 'chat'
  const chat = toChatPath(isChat ? place.sessionId : client.getSnapshot().sessionId)
  return (
    <nav className="sections" aria-label={texts.sections}>
      <Link className="section-link" href={chat} aria-current={isChat ? 'true' : undefined} onChosen={onChosen}>
        {texts.chats}
      </Link>
      <Link
        className="section-link"
        href={DEBATES}
        aria-current={isDebates(place) ? 'true' : undefined}
        onChosen={onChosen}
      >
        {texts.debates}
      </Link>
      <Link
        className="section-link"
        href={INBOX}
        aria-current={place.type === 'inbox' ? 'true' : undefined}
        onChosen={onChosen}
      >
        {texts.inbox}
        <InboxBadge />
      </Link>
    </nav>
  )
}

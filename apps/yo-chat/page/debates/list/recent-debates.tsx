import { moveByArrowKeys } from '../../controls/arrow-keys.ts'
import { Icon } from '../../controls/icon.tsx'
import { toRelativeDate } from '../../conversations/relative-date.ts'
import { Link } from '../../frame/link.tsx'
import { type Place, toDebatePath, toNewDebatePath } from '../../frame/place.ts'
import { useNow } from '../../frame/use-now.ts'
import { DebateEntry } from './debate-entry.tsx'
import { texts } from './texts.ts'
import { titleOf } from './title-of.ts'
import { useDebateList } from './use-debate-list.ts'

interface RecentDebatesProps {
  place: Place
  onChosen?: (() => void) | undefined
}

const MINUTE = 60_000
const SHOWN = 50

/** The latest debates, in the sidebar. */
export function RecentDebates({ place, onChosen }: RecentDebatesProps) {
  const sessions = useDebateList()
  const now = useNow(MINUTE)
  return (
    <nav className="conversations" aria-label={texts.debates}>
      <Link className="button new" href={toNewDebatePath()} onChosen={onChosen}>
        <Icon name="plus" />
        {texts.newDebate}
      </Link>
      {sessions?.length === 0 ? (
        <p className="conversations-none">{texts.none}</p>
      ) : (
        <ul className="conversation-list" onKeyDown={moveByArrowKeys(1)}>
          {sessions?.slice(0, SHOWN).map((session) => (
            <DebateEntry key={session.id} session={session}>
              <Link
                href={toDebatePath(session.id)}
                className="conversation-link"
                data-arrow
                aria-current={place.type === 'debate' && place.sessionId === session.id ? 'page' : undefined}
                onChosen={onChosen}
              >
                <span className="conversation-title">{titleOf(session)}</span>
                <span className="conversation-date">
                  {texts.statuses[session.status]} · {toRelativeDate(Date.parse(session.updatedAt), now)}
                </span>
              </Link>
            </DebateEntry>
          ))}
        </ul>
      )}
    </nav>
  )
}

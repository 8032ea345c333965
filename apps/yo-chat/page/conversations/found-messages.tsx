import type { FoundMessage } from '@sweatpants/framework/chat'
import { Link } from '../frame/link.tsx'
import { toMessagePath } from '../frame/place.ts'
import { titleOf } from './find-conversations.ts'
import { toRelativeDate } from './relative-date.ts'
import { texts } from './texts.ts'
import type { MessageSearch } from './use-message-search.ts'

interface FoundMessagesProps {
  search: MessageSearch
  now: number
  onOpen: (sessionId: string, messageId: string) => void
}

export function FoundMessages({ search, now, onOpen }: FoundMessagesProps) {
  if (search.type !== 'found' || search.messages.length === 0) {
    return (
      <p className="conversations-none" role="status">
        {search.type === 'found' ? texts.noMessages : texts[search.type]}
      </p>
    )
  }
  return (
    <ul className="found-messages" aria-label={texts.messages}>
      {search.messages.map((message) => (
        <li key={`${message.sessionId} ${message.messageId}`}>
          <Link
            href={toMessagePath(message.sessionId, message.messageId)}
            className="conversation-link"
            data-arrow
            onOpen={() => onOpen(message.sessionId, message.messageId)}
          >
            <span className="conversation-title">{titleOf(message)}</span>
            <Marked {...message.excerpt} />
            <time className="conversation-date" dateTime={new Date(message.timestamp).toISOString()}>
              {toRelativeDate(message.timestamp, now)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** An excerpt with the words that were searched for. */
function Marked({ text, marks }: FoundMessage['excerpt']) {
  return (
    <span className="excerpt">
      {marks.map(([from, to], index) => (
        <span key={from}>
          {text.slice(marks[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  )
}

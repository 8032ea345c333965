import type { SessionSummary } from '@sweatpants/framework/chat'
import { type MouseEvent, useState } from 'react'
import { Icon } from '../controls/icon.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { toChatPath } from '../frame/place.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { titleOf } from './find-conversations.ts'
import { toRelativeDate } from './relative-date.ts'
import { RenameForm } from './rename-form.tsx'

interface ConversationItemProps {
  session: SessionSummary
  isOpen: boolean
  /** The number of open questions. */
  waiting: number
  now: number
  onOpen: (sessionId: string) => void
}

export function ConversationItem({ session, isOpen, waiting, now, onOpen }: ConversationItemProps) {
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const { sessionId, updatedAt } = session
  const title = titleOf(session)
  const done = () => setAsked(undefined)
  const open = (event: MouseEvent) => {
    // With a modifier key the browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(sessionId)
  }
  if (asked === 'rename') {
    return (
      <li className="conversation-item">
        <RenameForm session={session} onDone={done} />
      </li>
    )
  }
  return (
    <li className="conversation-item">
      <a
        href={toChatPath(sessionId)}
        className="conversation-link"
        data-arrow
        aria-current={isOpen ? 'page' : undefined}
        onClick={open}
      >
        <span className="conversation-title">{title}</span>
        {waiting > 0 && (
          <span className="conversation-waiting">
            <Icon name="hand" />
            {waiting} waiting for you
          </span>
        )}
        <time className="conversation-date" dateTime={new Date(updatedAt).toISOString()}>
          {toRelativeDate(updatedAt, now)}
        </time>
      </a>
      <span className="conversation-actions">
        <IconButton icon="edit" label={`Rename ${title}`} onClick={() => setAsked('rename')} />
        <IconButton icon="trash" label={`Delete ${title}`} onClick={() => setAsked('delete')} />
      </span>
      {asked === 'delete' && <DeleteDialog session={session} onDone={done} />}
    </li>
  )
}

import type { SessionSummary } from '@sweatpants/framework/chat'
import { useState } from 'react'
import { Icon } from '../controls/icon.tsx'
import { Menu } from '../controls/menu.tsx'
import { RenameForm } from '../controls/rename-form.tsx'
import { useClient } from '../frame/chat.ts'
import { Link } from '../frame/link.tsx'
import { usePerform } from '../frame/notices.tsx'
import { toChatPath } from '../frame/place.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { titleOf } from './find-conversations.ts'
import { InstructionsDialog } from './instructions-dialog.tsx'
import { toRelativeDate } from './relative-date.ts'
import { ShareDialog } from './share-dialog.tsx'
import { texts } from './texts.ts'

interface ConversationItemProps {
  session: SessionSummary
  isOpen: boolean
  /** The number of open questions. */
  waiting: number
  now: number
  /** Absent unless conversations are being selected. */
  isSelected: boolean | undefined
  onOpen: (sessionId: string) => void
  onSelect: (sessionId: string) => void
}

export function ConversationItem({
  session,
  isOpen,
  waiting,
  now,
  isSelected,
  onOpen,
  onSelect,
}: ConversationItemProps) {
  const client = useClient()
  const perform = usePerform()
  const [asked, setAsked] = useState<'rename' | 'delete' | 'share' | 'instructions'>()
  const { sessionId, updatedAt, pinned = false, archived = false } = session
  const title = titleOf(session)
  const done = () => setAsked(undefined)
  const configure = (change: { pinned: boolean } | { archived: boolean }) =>
    void perform(client.configureSession(sessionId, change))
  if (asked === 'rename') {
    return (
      <li className="conversation-item">
        <RenameForm
          label={texts.titleField}
          title={session.title}
          onRename={(name) => void perform(client.configureSession(sessionId, { title: name }))}
          onDone={done}
        />
      </li>
    )
  }
  if (isSelected !== undefined) {
    return (
      <li className="conversation-item">
        <label className="conversation-link conversation-choice">
          <input type="checkbox" checked={isSelected} onChange={() => onSelect(sessionId)} />
          <span className="conversation-title">{title}</span>
        </label>
      </li>
    )
  }
  return (
    <li className="conversation-item">
      <Link
        href={toChatPath(sessionId)}
        className="conversation-link"
        data-arrow
        aria-current={isOpen ? 'page' : undefined}
        onOpen={() => onOpen(sessionId)}
      >
        <span className="conversation-title">{title}</span>
        {waiting > 0 && (
          <span className="conversation-waiting">
            <Icon name="hand" />
            {texts.waiting(waiting)}
          </span>
        )}
        <time className="conversation-date" dateTime={new Date(updatedAt).toISOString()}>
          {toRelativeDate(updatedAt, now)}
        </time>
      </Link>
      <span className="conversation-actions">
        <Menu
          label={texts.more(title)}
          items={[
            { label: texts.rename, icon: 'edit', onChoose: () => setAsked('rename') },
            {
              label: pinned ? texts.unpin : texts.pin,
              icon: 'pin',
              onChoose: () => configure({ pinned: !pinned }),
            },
            {
              label: archived ? texts.unarchive : texts.archive,
              icon: 'archive',
              onChoose: () => configure({ archived: !archived }),
            },
            ...(isOpen
              ? [{ label: texts.instructions, icon: 'spark' as const, onChoose: () => setAsked('instructions') }]
              : []),
            { label: texts.share, icon: 'share', onChoose: () => setAsked('share') },
            { label: texts.delete, icon: 'trash', isDangerous: true, onChoose: () => setAsked('delete') },
          ]}
        />
      </span>
      {asked === 'share' && <ShareDialog session={session} onClose={done} />}
      {asked === 'instructions' && <InstructionsDialog onClose={done} />}
      {asked === 'delete' && <DeleteDialog sessions={[session]} onDone={done} />}
    </li>
  )
}

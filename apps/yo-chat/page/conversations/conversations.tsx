import type { SessionSummary } from '@sweatpants/framework/chat'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { moveByArrowKeys } from '../controls/arrow-keys.ts'
import { Icon } from '../controls/icon.tsx'
import { useChat, useClient } from '../frame/chat.ts'
import { toChatPath, toMessagePath } from '../frame/place.ts'
import { useNow } from '../frame/use-now.ts'
import { navigate } from '../frame/use-place.ts'
import { ConversationItem } from './conversation-item.tsx'
import { findConversations } from './find-conversations.ts'
import { FoundMessages } from './found-messages.tsx'
import { groupConversations } from './group-conversations.ts'
import { SelectionBar } from './selection-bar.tsx'
import { texts } from './texts.ts'
import { useMessageSearch } from './use-message-search.ts'
import { useOpenWaiting } from './waiting.ts'

const MINUTE = 60_000

/** `onChosen` is called when a conversation is opened, so that a drawer can close. */
export function Conversations({ onChosen = () => {} }: { onChosen?: () => void }) {
  const client = useClient()
  const sessions = useChat((snapshot) => snapshot.sessions)
  const openId = useChat((snapshot) => snapshot.sessionId)
  const openWaiting = useOpenWaiting()
  const now = useNow(MINUTE)
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const wanted = useDeferredValue(search)
  const found = findConversations(sessions ?? [], wanted)
  const messages = useMessageSearch(wanted)
  const archived = found.filter((session) => session.archived)
  const open = (sessionId?: string, messageId?: string) => {
    client.open(sessionId)
    // The list is also shown where no conversation is.
    navigate(sessionId && messageId ? toMessagePath(sessionId, messageId) : toChatPath(sessionId))
    onChosen()
  }
  const select = (sessionId: string) =>
    setSelected((ids = new Set()) => {
      const next = new Set(ids)
      if (!next.delete(sessionId)) next.add(sessionId)
      return next
    })
  const toItem = (session: SessionSummary) => (
    <ConversationItem
      key={session.sessionId}
      session={session}
      isOpen={session.sessionId === openId}
      waiting={session.sessionId === openId ? openWaiting : (session.waiting ?? 0)}
      now={now}
      isSelected={selected?.has(session.sessionId)}
      onOpen={open}
      onSelect={select}
    />
  )
  return (
    <nav className="conversations" aria-label={texts.conversations} onKeyDown={moveByArrowKeys(1)}>
      <button type="button" className="button new" onClick={() => open()}>
        <Icon name="plus" />
        {texts.newConversation}
      </button>
      <label className="search">
        <Icon name="search" />
        <span className="visually-hidden">{texts.search}</span>
        <input
          type="search"
          placeholder={texts.searchHint}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      <div className="conversation-list">
        {messages === undefined ? (
          <>
            {groupConversations(found, now).map((group) => (
              <Group key={group.title} title={group.title}>
                {group.sessions.map(toItem)}
              </Group>
            ))}
            {sessions?.length === 0 && <p className="conversations-none">{texts.none}</p>}
            {archived.length > 0 && (
              <details className="archive">
                <summary className="conversation-group">{texts.archived(archived.length)}</summary>
                <ul>{archived.map(toItem)}</ul>
              </details>
            )}
          </>
        ) : (
          <>
            <Group title={texts.conversations}>{found.map(toItem)}</Group>
            {sessions !== undefined && found.length === 0 && (
              <p className="conversations-none">{texts.noConversations}</p>
            )}
            <h2 className="conversation-group">{texts.messages}</h2>
            <FoundMessages search={messages} now={now} onOpen={open} />
          </>
        )}
      </div>
      {selected !== undefined ? (
        <SelectionBar
          selected={found.filter(({ sessionId }) => selected.has(sessionId))}
          onDone={() => setSelected(undefined)}
        />
      ) : (
        found.length > 1 && (
          <button type="button" className="text-button" onClick={() => setSelected(new Set())}>
            {texts.select}
          </button>
        )
      )}
    </nav>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="conversation-group">{title}</h2>
      <ul>{children}</ul>
    </>
  )
}

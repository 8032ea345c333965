import { useDeferredValue, useState } from 'react'
import { moveByArrowKeys } from '../controls/arrow-keys.ts'
import { Icon } from '../controls/icon.tsx'
import { useChat, useClient } from '../frame/chat.ts'
import { toChatPath, toMessagePath } from '../frame/place.ts'
import { useNow } from '../frame/use-now.ts'
import { navigate } from '../frame/use-place.ts'
import { ConversationItem } from './conversation-item.tsx'
import { findConversations } from './find-conversations.ts'
import { FoundMessages } from './found-messages.tsx'
import { texts } from './texts.ts'
import { useConversationList } from './use-conversation-list.ts'
import { useMessageSearch } from './use-message-search.ts'
import { useOpenWaiting } from './waiting.ts'

const MINUTE = 60_000

/** `onChosen` is called when a conversation is opened, so that a drawer can close. */
export function Conversations({ onChosen = () => {} }: { onChosen?: () => void }) {
  useConversationList()
  const client = useClient()
  const sessions = useChat((snapshot) => snapshot.sessions)
  const openId = useChat((snapshot) => snapshot.sessionId)
  const openWaiting = useOpenWaiting()
  const now = useNow(MINUTE)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const found = findConversations(sessions ?? [], wanted)
  const messages = useMessageSearch(wanted)
  const open = (sessionId?: string, messageId?: string) => {
    client.open(sessionId)
    // The list is also shown where no conversation is.
    navigate(sessionId && messageId ? toMessagePath(sessionId, messageId) : toChatPath(sessionId))
    onChosen()
  }
  return (
    <nav className="conversations" aria-label={texts.conversations}>
      <button type="button" className="button" data-kind="primary" onClick={() => open()}>
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
        {messages && <h2 className="conversation-group">{texts.conversations}</h2>}
        <ul onKeyDown={moveByArrowKeys(1)}>
          {found.map((session) => (
            <ConversationItem
              key={session.sessionId}
              session={session}
              isOpen={session.sessionId === openId}
              waiting={session.sessionId === openId ? openWaiting : (session.waiting ?? 0)}
              now={now}
              onOpen={open}
            />
          ))}
        </ul>
        {sessions !== undefined && found.length === 0 && (
          <p className="conversations-none">{messages ? texts.noConversations : texts.none}</p>
        )}
        {messages && (
          <>
            <h2 className="conversation-group">{texts.messages}</h2>
            <FoundMessages search={messages} now={now} onOpen={open} />
          </>
        )}
      </div>
    </nav>
  )
}

import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { findConversations, titleOf } from '../conversations/find-conversations.ts'
import { useMessageSearch } from '../conversations/use-message-search.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { setNotifying, useNotifying } from '../frame/notifications.ts'
import { DEBATES, INBOX, SETTINGS, toChatPath, toMessagePath, toNewDebatePath } from '../frame/place.ts'
import { navigate } from '../frame/use-place.ts'
import { texts } from './texts.ts'

interface PaletteProps {
  onServers: () => void
  onHelp: () => void
  onClose: () => void
}

interface Choice {
  id: string
  label: string
  detail?: string
  onChoose: () => void
}

/** Conversations and messages that are shown at once. */
const SHOWN = 6

/** A dialog that finds conversations, messages and actions by their words. */
export function Palette({ onServers, onHelp, onClose }: PaletteProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const groups = useChoices(search, { onServers, onHelp }).filter(({ choices }) => choices.length > 0)
  const all = groups.flatMap(({ choices }) => choices)
  const active = all[Math.min(at, all.length - 1)]
  const choose = (choice: Choice) => {
    onClose()
    choice.onChoose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) {
      event.preventDefault()
      setAt((all.indexOf(active!) + step + all.length) % all.length)
    }
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      choose(active)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what it is for
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.id])
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label={texts.field}
        placeholder={texts.field}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        autoFocus
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={texts.title} className="palette-list">
        {groups.map(({ title, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: no element groups the options of a list box
          <div key={title} role="group" aria-label={title}>
            <p className="conversation-group" aria-hidden="true">
              {title}
            </p>
            {choices.map((choice) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={choice.id}
                id={`${id}-${choice.id}`}
                role="option"
                className="palette-choice"
                aria-selected={choice === active}
                onClick={() => choose(choice)}
              >
                {choice.label}
                {choice.detail !== undefined && <span className="excerpt">{choice.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="hint" role="status">
        {all.length === 0 && texts.nothing}
      </p>
    </Dialog>
  )
}

interface ChoiceGroup {
  title: string
  choices: readonly Choice[]
}

/** Returns what fits the words, in groups. */
function useChoices(search: string, { onServers, onHelp }: Pick<PaletteProps, 'onServers' | 'onHelp'>): ChoiceGroup[] {
  const client = useClient()
  const sessions = useChat((snapshot) => snapshot.sessions) ?? []
  const found = useMessageSearch(useDeferredValue(search))
  const notifying = useNotifying()
  const open = (sessionId: string | undefined, messageId?: string) => {
    client.open(sessionId)
    navigate(sessionId && messageId ? toMessagePath(sessionId, messageId) : toChatPath(sessionId))
  }
  const actions: Choice[] = [
    { id: 'new', label: texts.newConversation, onChoose: () => open(undefined) },
    { id: 'debate', label: texts.newDebate, onChoose: () => navigate(toNewDebatePath()) },
    { id: 'debates', label: texts.debates, onChoose: () => navigate(DEBATES) },
    { id: 'inbox', label: texts.inbox, onChoose: () => navigate(INBOX) },
    { id: 'servers', label: texts.servers, onChoose: onServers },
    { id: 'settings', label: texts.settings, onChoose: () => navigate(SETTINGS) },
    { id: 'shortcuts', label: texts.shortcuts, onChoose: onHelp },
    ...(notifying === 'unavailable'
      ? []
      : [
          {
            id: 'notify',
            label: notifying === 'on' ? texts.notifyOff : texts.notifyOn,
            onChoose: () => void setNotifying(notifying === 'off'),
          },
        ]),
  ]
  const words = search.toLowerCase().split(/\s+/)
  return [
    {
      title: texts.actions,
      choices: actions.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))),
    },
    {
      title: texts.conversations,
      choices: findConversations(sessions, search)
        .slice(0, SHOWN)
        .map((session) => ({
          id: `chat-${session.sessionId}`,
          label: titleOf(session),
          onChoose: () => open(session.sessionId),
        })),
    },
    {
      title: texts.messages,
      choices: (found?.type === 'found' ? found.messages.slice(0, SHOWN) : []).map((message) => ({
        id: `message-${message.sessionId}-${message.messageId}`,
        label: titleOf(message),
        detail: message.excerpt.text,
        onChoose: () => open(message.sessionId, message.messageId),
      })),
    },
  ]
}

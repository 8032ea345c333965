import type { ChatMessage } from '@sweatpants/framework/chat'
import { type RefObject, useMemo } from 'react'
import { useChat } from '../frame/chat.ts'
import { Loading } from './loading.tsx'
import { Message } from './message.tsx'
import { Refused } from './refused.tsx'
import { SendingMessage } from './sending-message.tsx'
import { texts } from './texts.ts'
import { TurnError } from './turn-error.tsx'
import { TurnStatus } from './turn-status.tsx'
import { useAddressedMessage } from './use-addressed-message.ts'
import { useEarlier } from './use-earlier.ts'
import { Versions } from './versions.tsx'
import { Welcome } from './welcome.tsx'

interface MessagesProps {
  scroller: RefObject<HTMLElement | null>
  /** Called before another place than the end is shown. */
  onLeaveEnd: () => void
}

/** A conversation, from its end: earlier messages are rendered while the page is idle, or when the reader scrolls to them. */
export function Messages({ scroller, onLeaveEnd }: MessagesProps) {
  const messages = useChat(({ state }) => state.messages)
  const branches = useChat(({ state }) => state.branches)
  const sending = useChat((snapshot) => snapshot.sending)
  const refusal = useChat((snapshot) => snapshot.refusal)
  const turn = useChat(({ state }) => state.turn?.turn)
  const hasFailed = useChat(({ state }) => state.error !== undefined && state.turn === undefined)
  const isLoading = useChat(({ sessionId, state }) => sessionId !== undefined && state.lsn === 0)
  const { from, top, showEarlier, showFrom } = useEarlier(messages.length, scroller)
  // A new branch whose turn ended before it had a message.
  const missing = branches[messages.at(-1)?.messageId ?? '']
  useAddressedMessage(messages, showFrom, onLeaveEnd)
  const firsts = useMemo(() => startsOfAnswers(messages), [messages])
  if (refusal !== undefined) return <Refused refusal={refusal} />
  if (sending.length === 0 && isLoading) return <Loading />
  if (sending.length === 0 && messages.length === 0 && turn === undefined) return <Welcome />
  return (
    <>
      {from > 0 && (
        <button ref={top} type="button" className="button earlier" data-kind="quiet" onClick={showEarlier}>
          {texts.earlier(from)}
        </button>
      )}
      <ol className="messages">
        {messages.slice(from).map((message, index) => {
          const next = messages[from + index + 1]
          const endsTurn = next === undefined || next.role === 'user'
          const first = endsTurn ? firsts[from + index]! : from + index
          const version = messages[first]?.messageId
          const versions = branches[messages[first - 1]?.messageId ?? '']
          return (
            <Message
              key={message.commandId ?? message.messageId}
              message={message}
              isDone={endsTurn && (turn === undefined || message.turn !== turn)}
              isLast={next === undefined && turn === undefined}
              hasFailed={hasFailed && next === undefined}
              waits={turn !== undefined && message.status === 'queued'}
              version={version}
              versions={version !== undefined && versions?.includes(version) ? versions : undefined}
            />
          )
        })}
        {sending.map((message) => (
          <SendingMessage key={message.commandId} message={message} />
        ))}
      </ol>
      {turn === undefined && missing !== undefined && <Versions versions={missing} shown={undefined} />}
      <TurnStatus />
      {hasFailed && sending.length === 0 && <TurnError />}
    </>
  )
}

/** Returns for each message the index of the first message of its answer; for one of the user, its own. */
function startsOfAnswers(messages: readonly ChatMessage[]): number[] {
  let first = 0
  return messages.map(({ role }, index) => {
    if (role === 'user' || messages[index - 1]?.role === 'user') first = index
    return first
  })
}

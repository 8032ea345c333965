import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useAutoGrow } from '../controls/use-auto-grow.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { editMessage } from '../messages/editing.ts'
import { CancelTools } from './cancel-tools.tsx'
import { useDraft } from './drafts.ts'
import { isWriting, openQuestions } from './open-calls.ts'
import { Pickers } from './pickers.tsx'
import { useSend } from './use-send.ts'
import { useStop } from './use-stop.ts'
import { Used } from './used.tsx'

/** `onSent` is called when a message is sent. */
export function Composer({ onSent }: { onSent: () => void }) {
  const client = useClient()
  const send = useSend()
  const stop = useStop()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, giveBack } = useDraft()
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const isRunning = useChat(({ state }) => state.turn !== undefined)
  const stopsByKey = useChat(({ state }) => isWriting(state))
  const questions = useChat(({ state }) => openQuestions(state))
  const canStop = isRunning && questions === ''
  const isEmpty = text.trim() === ''
  useAutoGrow(field, text)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    field.current?.focus()
    if (isEmpty) return
    setText('')
    onSent()
    if (!(await send(text.trim()))) giveBack(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a word that an input method is still composing.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void submit(event)
    if (event.key !== 'ArrowUp' || text !== '') return
    const last = client.getSnapshot().state.messages.findLast(({ role }) => role === 'user')
    if (last === undefined) return
    event.preventDefault()
    editMessage(last.messageId)
  }
  return (
    <>
      {questions !== '' && <CancelTools key={`${sessionId} ${questions}`} questions={questions} box={field} />}
      <form className="composer" onSubmit={submit}>
        <textarea
          id="message-box"
          ref={field}
          rows={1}
          aria-label="Message"
          placeholder={isRunning ? 'Queue a message' : 'Message'}
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          // biome-ignore lint/a11y/noAutofocus: writing is what the page is for
          autoFocus={matchMedia('(pointer: fine)').matches}
        />
        <div className="composer-row">
          <Pickers />
          <Used />
          <span className="composer-buttons">
            {canStop && (
              <IconButton icon="stop" label={stopsByKey ? 'Stop (Esc)' : 'Stop'} className="stop" onClick={stop} />
            )}
            {!(canStop && isEmpty) && (
              <IconButton
                icon="send"
                label={isRunning ? 'Send after this answer' : 'Send'}
                className="send"
                type="submit"
                aria-disabled={isEmpty}
              />
            )}
          </span>
        </div>
      </form>
    </>
  )
}

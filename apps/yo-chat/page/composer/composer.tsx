import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useAutoGrow } from '../controls/use-auto-grow.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { useTell } from '../frame/notices.tsx'
import { editMessage } from '../messages/editing.ts'
import { AttachButton } from './attach-button.tsx'
import { findProblems, toAttachment } from './attached-file.ts'
import { AttachedFiles } from './attached-files.tsx'
import { CancelTools } from './cancel-tools.tsx'
import { useDraftFiles } from './draft-files.ts'
import { useDraft } from './drafts.ts'
import { isWriting, openQuestions } from './open-calls.ts'
import { Pickers } from './pickers.tsx'
import { texts } from './texts.ts'
import { useDrop } from './use-drop.ts'
import { useReceiver } from './use-receiver.ts'
import { useSend } from './use-send.ts'
import { useStop } from './use-stop.ts'
import { Used } from './used.tsx'

/** `onSent` is called when a message is sent. */
export function Composer({ onSent }: { onSent: () => void }) {
  const client = useClient()
  const tell = useTell()
  const send = useSend()
  const stop = useStop()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, take } = useDraft()
  const { files, add, remove } = useDraftFiles(useCallback(() => tell(texts.lost), [tell]))
  const receiver = useReceiver()
  const problems = useMemo(() => findProblems(files, receiver), [files, receiver])
  const [reading, setReading] = useState(0)
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const isRunning = useChat(({ state }) => state.turn !== undefined)
  const stopsByKey = useChat(({ state }) => isWriting(state))
  const questions = useChat(({ state }) => openQuestions(state))
  const canStop = isRunning && questions === ''
  const isEmpty = text.trim() === '' && files.length === 0 && reading === 0
  const canSend = !isEmpty && reading === 0 && problems.size === 0
  useAutoGrow(field, text)

  const attach = async (chosen: readonly File[]) => {
    field.current?.focus()
    setReading((count) => count + 1)
    try {
      await add(chosen)
    } finally {
      setReading((count) => count - 1)
    }
  }
  const isDragging = useDrop(attach)
  const onPaste = (event: ClipboardEvent) => {
    const { files: copied, types } = event.clipboardData
    const pasted = [...copied]
    // Office programs copy a picture of the text beside the text.
    if (pasted.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    void attach(pasted)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    field.current?.focus()
    if (!canSend) return
    const said = text.trim()
    const taken = take(files)
    onSent()
    const blocks = files.map(toAttachment)
    const content =
      blocks.length === 0 ? said : [...blocks, ...(said === '' ? [] : [{ type: 'text' as const, text: said }])]
    if (await send(content, taken.commandId)) taken.accept()
    else await taken.giveBack()
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
      <form className="composer" data-dragging={isDragging || undefined} onSubmit={submit}>
        {isDragging && <p className="composer-drop">{texts.drop}</p>}
        <AttachedFiles files={files} problems={problems} onRemove={remove} />
        <textarea
          id="message-box"
          ref={field}
          rows={1}
          aria-label={texts.message}
          placeholder={isRunning ? texts.queue : texts.message}
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          // biome-ignore lint/a11y/noAutofocus: writing is what the page is for
          autoFocus={matchMedia('(pointer: fine)').matches}
        />
        <div className="composer-row">
          <AttachButton onChosen={attach} />
          <Pickers />
          <Used />
          <span className="composer-buttons">
            {canStop && (
              <IconButton
                icon="stop"
                label={stopsByKey ? texts.stopByKey : texts.stop}
                className="stop"
                onClick={stop}
              />
            )}
            {!(canStop && isEmpty) && (
              <IconButton
                icon="send"
                label={isRunning ? texts.sendAfter : texts.send}
                className="send"
                type="submit"
                aria-disabled={!canSend}
              />
            )}
          </span>
        </div>
      </form>
    </>
  )
}

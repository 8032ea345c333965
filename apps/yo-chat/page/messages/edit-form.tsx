import type { UserAttachment, UserContent } from '@sweatpants/framework/chat'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { openQuestions } from '../composer/open-calls.ts'
import { useAutoGrow } from '../controls/use-auto-grow.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { useTell } from '../frame/notices.tsx'
import { useRequest } from '../frame/use-request.ts'
import { Attachments } from './attachments.tsx'
import { editMessage } from './editing.ts'
import { texts } from './texts.ts'

interface EditFormProps {
  messageId: string
  text: string
  /** The attachments of the message, which stay. */
  attachments: readonly UserAttachment[]
}

/** Closes the form. Its focus goes to the message box. */
function leave() {
  editMessage(undefined)
  document.getElementById('message-box')?.focus()
}

export function EditForm({ messageId, text, attachments }: EditFormProps) {
  const client = useClient()
  const { isBusy, send } = useRequest(useTell())
  const asks = useChat(({ state }) => openQuestions(state) !== '')
  const field = useRef<HTMLTextAreaElement>(null)
  const [edited, setEdited] = useState(text)
  const isEmpty = edited.trim() === '' && attachments.length === 0
  useAutoGrow(field, edited)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [text])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const said = edited.trim()
    if (isEmpty) return
    const words = said === '' ? [] : [{ type: 'text' as const, text: said }]
    const content: UserContent = attachments.length === 0 ? said : [...attachments, ...words]
    if (await send(() => client.edit(messageId, content))) leave()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void submit(event)
  }
  return (
    <form className="edit" onSubmit={submit}>
      <Attachments blocks={attachments} />
      <textarea
        ref={field}
        aria-label={texts.editField}
        value={edited}
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="hint">
        {texts.editHint}
        {asks && ` ${texts.editCancels}`}
      </p>
      <div className="buttons" data-align="end">
        <button type="button" className="button" onClick={leave}>
          {texts.cancel}
        </button>
        <button type="submit" className="button" data-kind="primary" disabled={isEmpty} aria-disabled={isBusy}>
          {texts.sendAgain}
        </button>
      </div>
    </form>
  )
}

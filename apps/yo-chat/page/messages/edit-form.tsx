import type { UserBlock, UserContent } from '@sweatpants/framework/chat'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAutoGrow } from '../controls/use-auto-grow.ts'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'

interface EditFormProps {
  messageId: string
  text: string
  /** The attachments of the message, which stay. */
  attachments: readonly UserBlock[]
  onDone: () => void
}

export function EditForm({ messageId, text, attachments, onDone }: EditFormProps) {
  const client = useClient()
  const perform = usePerform()
  const field = useRef<HTMLTextAreaElement>(null)
  const [edited, setEdited] = useState(text)
  useAutoGrow(field, edited)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [text])
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const said = edited.trim()
    if (said === '') return
    const content: UserContent = attachments.length === 0 ? said : [...attachments, { type: 'text', text: said }]
    if (await perform(client.edit(messageId, content))) onDone()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onDone()
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send(event)
  }
  return (
    <form className="edit" onSubmit={send}>
      <textarea
        ref={field}
        aria-label="Edit your message"
        value={edited}
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="hint">Your earlier message and its answers are kept: switch back at any time.</p>
      <div className="buttons" data-align="end">
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button" data-kind="primary" disabled={edited.trim() === ''}>
          Send again
        </button>
      </div>
    </form>
  )
}

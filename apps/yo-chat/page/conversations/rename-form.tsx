import type { SessionSummary } from '@sweatpants/framework/chat'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { texts } from './texts.ts'

interface RenameFormProps {
  session: SessionSummary
  onDone: () => void
}

const MAX_TITLE = 200

/** Renaming a conversation does not change which one is open. */
export function RenameForm({ session, onDone }: RenameFormProps) {
  const client = useClient()
  const perform = usePerform()
  const field = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState(session.title)
  useEffect(() => field.current?.select(), [])
  const rename = (event: FormEvent) => {
    event.preventDefault()
    onDone()
    const name = title.trim()
    if (name !== '' && name !== session.title) void perform(client.configureSession(session.sessionId, { title: name }))
  }
  return (
    <form className="rename" onSubmit={rename}>
      <input
        ref={field}
        aria-label={texts.titleField}
        maxLength={MAX_TITLE}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onDone()
        }}
      />
      <IconButton icon="check" label={texts.save} type="submit" />
      <IconButton icon="close" label={texts.cancel} onClick={onDone} />
    </form>
  )
}

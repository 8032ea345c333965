import { type FormEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { texts } from './texts.ts'

interface RenameFormProps {
  /** The name of the field. */
  label: string
  title: string
  /** Called with another title, which is not empty. */
  onRename: (title: string) => void
  onDone: () => void
}

const MAX_TITLE = 200

/** Renames an item of a list in its place. */
export function RenameForm({ label, title, onRename, onDone }: RenameFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(title)
  useEffect(() => field.current?.select(), [])
  const rename = (event: FormEvent) => {
    event.preventDefault()
    onDone()
    const wanted = name.trim()
    if (wanted !== '' && wanted !== title) onRename(wanted)
  }
  return (
    <form className="rename" onSubmit={rename}>
      <input
        ref={field}
        aria-label={label}
        maxLength={MAX_TITLE}
        value={name}
        onChange={(event) => setName(event.target.value)}
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

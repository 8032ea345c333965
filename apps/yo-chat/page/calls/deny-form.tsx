import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { texts } from './texts.ts'

interface DenyFormProps {
  disabled: boolean
  onDeny: (reason: string | undefined) => void
  onBack: () => void
}

export function DenyForm({ disabled, onDeny, onBack }: DenyFormProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  useEffect(() => field.current?.focus(), [])
  const deny = (event: FormEvent) => {
    event.preventDefault()
    onDeny(reason.trim() || undefined)
  }
  return (
    <form className="deny" onSubmit={deny}>
      <label htmlFor={id}>{texts.denyReason}</label>
      <input
        id={id}
        ref={field}
        value={reason}
        disabled={disabled}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onBack()
        }}
      />
      <div className="buttons">
        <button type="submit" className="button" data-kind="danger" disabled={disabled}>
          {texts.deny}
        </button>
        <button type="button" className="button" disabled={disabled} onClick={onBack}>
          {texts.back}
        </button>
      </div>
    </form>
  )
}

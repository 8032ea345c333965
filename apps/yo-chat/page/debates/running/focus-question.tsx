import { useId } from 'react'
import { useOffer } from '../offer.ts'

interface FocusQuestionProps {
  label: string
  hint: string
  question: string
  onChange: (question: string) => void
}

export function FocusQuestion({ label, hint, question, onChange }: FocusQuestionProps) {
  const id = useId()
  const offer = useOffer()
  return (
    <div className="start-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={offer?.limits.focusQuestion}
        aria-describedby={`${id}-hint`}
        value={question}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
    </div>
  )
}

import { useOffer } from '../offer.ts'
import { Field } from '../start/field.tsx'

interface FocusQuestionProps {
  label: string
  hint: string
  question: string
  onChange: (question: string) => void
}

export function FocusQuestion({ label, hint, question, onChange }: FocusQuestionProps) {
  const offer = useOffer()
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          maxLength={offer?.limits.focusQuestion}
          value={question}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

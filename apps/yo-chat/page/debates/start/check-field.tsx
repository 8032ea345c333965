import { type ReactNode, useId } from 'react'

interface CheckFieldProps {
  label: ReactNode
  hint?: string | undefined
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

export function CheckField({ label, hint, isChecked, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="start-check">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      </div>
    </div>
  )
}

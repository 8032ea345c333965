import { type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  children: (control: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode
}

/** A control with its label, hint and problem. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  return (
    <div className="start-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint ${id}-problem`, 'aria-invalid': problem !== undefined })}
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      <p id={`${id}-problem`} className="problem">
        {problem}
      </p>
    </div>
  )
}

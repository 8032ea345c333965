import { useId, useState } from 'react'
import { toTitle } from './to-title.ts'

type Plain = string | number | boolean

interface ArgumentFieldProps {
  name: string
  value: Plain
  disabled: boolean
  onChange: (value: Plain) => void
}

/** Stays of the kind that it was: a number that is not written yet is the last that was. */
export function ArgumentField({ name, value, disabled, onChange }: ArgumentFieldProps) {
  const id = useId()
  const [text, setText] = useState(String(value))
  const label = <label htmlFor={id}>{toTitle(name)}</label>
  if (typeof value === 'boolean') {
    return (
      <div className="field" data-kind="check">
        <input
          id={id}
          type="checkbox"
          checked={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </div>
    )
  }
  const change = (written: string) => {
    setText(written)
    if (typeof value === 'string') onChange(written)
    else if (written.trim() !== '' && Number.isFinite(Number(written))) onChange(Number(written))
  }
  return (
    <div className="field">
      {label}
      <input
        id={id}
        type={typeof value === 'number' ? 'number' : 'text'}
        step="any"
        required={typeof value === 'number'}
        value={text}
        disabled={disabled}
        onChange={(event) => change(event.target.value)}
      />
    </div>
  )
}

import type { Json } from '@sweatpants/framework'
import { useRef, useState } from 'react'
import { useAutoGrow } from '../controls/use-auto-grow.ts'

interface JsonFieldProps {
  value: Json
  disabled: boolean
  onChange: (value: Json | undefined) => void
}

export function JsonField({ value, disabled, onChange }: JsonFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => JSON.stringify(value, undefined, 2))
  useAutoGrow(field, text)
  const change = (written: string) => {
    setText(written)
    onChange(parse(written))
  }
  return (
    <textarea
      ref={field}
      className="json-field"
      aria-label="Arguments as JSON"
      spellCheck={false}
      value={text}
      disabled={disabled}
      onChange={(event) => change(event.target.value)}
    />
  )
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import type { Json } from '@sweatpants/framework'
import { useState } from 'react'
import { ArgumentField } from './argument-field.tsx'
import { JsonField } from './json-field.tsx'

interface ArgumentsEditorProps {
  /** What the editor begins with. */
  value: Json
  disabled: boolean
  /** Told of nothing while what is written cannot be read. */
  onChange: (value: Json | undefined) => void
}

/** A field for each argument where they are plain, and JSON where they are not, or somebody likes that better. */
export function ArgumentsEditor({ value: given, disabled, onChange }: ArgumentsEditorProps) {
  const [value, setValue] = useState(given)
  const [asJson, setAsJson] = useState(false)
  const change = (next: Json | undefined) => {
    if (next !== undefined) setValue(next)
    onChange(next)
  }
  if (!isPlain(value) || asJson) {
    return (
      <>
        <JsonField value={value} disabled={disabled} onChange={change} />
        {asJson && isPlain(value) && (
          <button
            type="button"
            className="text-button"
            onClick={() => {
              setAsJson(false)
              onChange(value)
            }}
          >
            Edit as fields
          </button>
        )}
      </>
    )
  }
  return (
    <>
      <div className="fields">
        {Object.entries(value).map(([name, item]) => (
          <ArgumentField
            key={name}
            name={name}
            value={item}
            disabled={disabled}
            onChange={(next) => change({ ...value, [name]: next })}
          />
        ))}
      </div>
      <button type="button" className="text-button" onClick={() => setAsJson(true)}>
        Edit as JSON
      </button>
    </>
  )
}

function isPlain(value: Json): value is Record<string, string | number | boolean> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const items = Object.values(value)
  return items.length > 0 && items.every((item) => ['string', 'number', 'boolean'].includes(typeof item))
}

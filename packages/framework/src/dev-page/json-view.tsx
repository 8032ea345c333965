import type { ReactNode } from 'react'
import { Details } from './details.tsx'
import { Scrolling } from './scrolling.tsx'

export function JsonView({ value, label }: { value: unknown; label: string }): ReactNode {
  return (
    <Scrolling label={label}>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </Scrolling>
  )
}

export function JsonDetails({ label, value }: { label: string; value: unknown }): ReactNode {
  return <Details summary={label}>{() => <JsonView value={value} label={label} />}</Details>
}

import type { Json } from '@sweatpants/framework'

/** The result or the arguments of a tool, as a list of its fields. */
export function Result({ value }: { value: Json }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return <p>{toText(value)}</p>
  return (
    <dl>
      {Object.entries(value).map(([name, item]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{toText(item)}</dd>
        </div>
      ))}
    </dl>
  )
}

function toText(value: Json): string {
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

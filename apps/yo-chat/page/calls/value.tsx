import type { Json } from '@sweatpants/framework'
import { Media } from '../controls/media.tsx'
import { texts } from './texts.ts'
import { toTitle } from './to-title.ts'

/** A value as a list of names and values. Nested values are shown as JSON. */
export function Value({ value }: { value: Json }) {
  if (typeof value === 'string') return <p className="value-text">{value}</p>
  if (isScalar(value)) return <p className="value-text">{toText(value)}</p>
  if (Array.isArray(value) && value.length > 0 && value.every(isContent)) return <Content blocks={value} />
  if (Array.isArray(value) && value.every(isScalar)) return <p className="value-text">{value.map(toText).join(', ')}</p>
  if (Array.isArray(value)) return <Source value={value} />
  const entries = Object.entries(value)
  if (entries.length === 0) return <p className="value-text">{texts.nothing}</p>
  return (
    <dl className="value">
      {entries.map(([name, item]) => (
        <div key={name}>
          <dt>{toTitle(name)}</dt>
          <dd>{isShort(item) ? toText(item) : <Source value={item} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A value as JSON. */
export function Source({ value }: { value: Json }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <pre className="source" tabIndex={0}>
      {JSON.stringify(value, undefined, 2)}
    </pre>
  )
}

type Block = { type: string; text?: string; data?: string; mimeType?: string; uri?: string; name?: string }

/** The result of an MCP tool with more than one text. */
const isContent = (value: Json): value is Block & { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value.type === 'string'

function Content({ blocks }: { blocks: (Block & { [key: string]: Json })[] }) {
  return blocks.map((block, index) => {
    const { type, text, data, mimeType } = block
    const key = `${index}`
    if (type === 'text' && typeof text === 'string') {
      return (
        <p key={key} className="value-text">
          {text}
        </p>
      )
    }
    if ((type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string') {
      return <Media key={key} block={{ type, data, mimeType }} />
    }
    return <Source key={key} value={block} />
  })
}

type Scalar = null | boolean | number | string

const isScalar = (value: Json): value is Scalar => typeof value !== 'object' || value === null
const isShort = (value: Json): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar))

function toText(value: Json): string {
  if (value === null) return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return Array.isArray(value) ? value.map(toText).join(', ') || texts.none : String(value)
}

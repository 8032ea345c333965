import type { Offer } from '@sweatpants/roundtable/browser'
import type { Draft } from './draft.ts'

/** What the user has changed in the form of a new debate, as a text. Files are too large for the browser's storage of texts. */
export function toKept({ files: _, ...changed }: Partial<Draft>): string {
  return Object.keys(changed).length === 0 ? '' : JSON.stringify(changed)
}

/** Returns the changes that a text holds, without those of another version of the page, and without seats whose model is gone. */
export function readKept(text: string, draft: Draft, { candidates }: Pick<Offer, 'candidates'>): Partial<Draft> {
  const examples: Record<string, unknown> = { ...draft, seats: [SEAT], tools: [''], files: undefined }
  const fields = Object.entries(parse(text)).filter(([name, value]) => isLike(value, examples[name]))
  // Each field is like that of a draft.
  const { seats, ...changed } = Object.fromEntries(fields) as Partial<Draft>
  const isKnown = seats?.every(({ model }) => candidates.some((candidate) => candidate.model === model))
  return { ...changed, ...(seats && isKnown && { seats }) }
}

const SEAT: Draft['seats'][number] = { key: 0, model: '', persona: '', isWritten: false }

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Whether a value has the same form as another. A list has any number of items like the first one of the other. */
function isLike(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((item) => isLike(item, example[0]))
  if (typeof example !== 'object' || example === null) return example !== undefined && typeof value === typeof example
  if (typeof value !== 'object' || value === null) return false
  const given: Record<string, unknown> = { ...value }
  return Object.entries(example).every(([name, part]) => isLike(given[name], part))
}

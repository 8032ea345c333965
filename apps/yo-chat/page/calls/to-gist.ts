import type { Json } from '@sweatpants/framework'
import { texts } from './texts.ts'
import { toTitle } from './to-title.ts'

const LONGEST = 200

/** Returns a value in a few words: `Deleted: 4 entries · Freed: 1200 MB`. */
export function toGist(value: Json): string {
  const text = isObject(value)
    ? Object.entries(value)
        .map(([name, item]) => `${toTitle(name)}: ${toWords(item)}`)
        .join(' · ')
    : toWords(value)
  return text.replace(/\s+/g, ' ').slice(0, LONGEST)
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function toWords(value: Json): string {
  if (value === null) return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value)) return texts.entries(value.length)
  return typeof value === 'object' ? '…' : String(value)
}

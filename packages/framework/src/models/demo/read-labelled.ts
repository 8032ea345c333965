import type { Reader } from './read-message.ts'
import { asksFor } from './type-of.ts'
import { wordsOf } from './words.ts'

const VALUE = `(?:"([^"]+)"|'([^']+)'|“([^”]+)”|([^\\s,;"?!]+))`

/** `priority: high`, `count = 3`, `the title is "Notes"`. */
export const readLabelled: Reader = ({ name, schema }, { message }) => {
  const words = wordsOf(name)
  if (words.length === 0 || !asksFor(schema, 'string', 'number', 'integer', 'boolean')) return []
  const label = new RegExp(`\\b${words.join('[\\s_-]*')}\\b["']?\\s*(?:=|:|\\bis\\b)\\s*${VALUE}`, 'iu')
  const found = label
    .exec(message)
    ?.slice(1)
    .find((value) => value !== undefined)
  if (found === undefined) return []
  const value = found.replace(/\.$/, '')
  if (asksFor(schema, 'boolean'))
    return /^(true|yes|on)$/i.test(value) ? [true] : /^(false|no|off)$/i.test(value) ? [false] : []
  return [value]
}

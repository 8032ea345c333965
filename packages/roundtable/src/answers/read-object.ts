import { type Fields, fieldsOf } from './fields.ts'
import { findData } from './find-data.ts'
import type { Parsed } from './parsed.ts'
import { quote, SIZES } from './read-text.ts'

/** The object in a model's text that has one of these fields. */
export function readObject(text: string, names: readonly string[]): Parsed<Fields> {
  const tooLong = findExcess(text)
  if (tooLong !== undefined) return { type: 'malformed', problem: tooLong }
  const value = findData(text, /\{/, (data) => {
    const fields = fieldsOf(data)
    return fields?.(...names) === undefined ? undefined : fields
  })
  return value === undefined
    ? { type: 'malformed', problem: missing(`a JSON object with "${names[0]}"`, text) }
    : { type: 'parsed', value }
}

export const missing = (expected: string, text: string): string =>
  text.trim() === '' ? `expected ${expected}; came nothing` : `expected ${expected}; came ${quote(text)}`

export const findExcess = (text: string): string | undefined =>
  text.length > SIZES.answer
    ? `expected an answer of at most ${SIZES.answer} characters; came ${text.length}`
    : undefined

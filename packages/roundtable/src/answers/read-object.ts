import { findData } from './find-data.ts'

/** Finds the JSON object in a model's text that has one of these fields. */
export function readObject(text: string, names: readonly string[]): Parsed<Fields> {
  const tooLong = findExcess(text)
  if (tooLong !== undefined) return { type: 'malformed', problem: tooLong }
  const value = findData(text, (data) => {
    const fields = fieldsOf(data)
    return fields?.(...names) === undefined ? undefined : fields
  })
  return value === undefined
    ? { type: 'malformed', problem: missing(`a JSON object with "${names[0]}"`, text) }
    : { type: 'parsed', value }
}

export const missing = (expected: string, text: string): string =>
  text.trim() === '' ? `expected ${expected}; the answer is empty` : `expected ${expected}; got ${quote(text)}`

export const findExcess = (text: string): string | undefined =>
  text.length > SIZES.answer
    ? `expected an answer of at most ${SIZES.answer} characters; got ${text.length}`
    : undefined

/** The result of reading a model's text. If it cannot be read, `problem` says why. */
export type Parsed<T> = { type: 'parsed'; value: T } | { type: 'malformed'; problem: string }

/** Returns the first field with one of these names; ignores case and punctuation in the names that the model wrote. */
export type Fields = (...names: string[]) => unknown

export function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const byName = new Map(Object.entries(value).map(([name, field]) => [fold(name), field]))
  return (...names) =>
    names.map((name) => byName.get(fold(name))).find((field) => field !== undefined && field !== null)
}

const fold = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Longer texts are cut, and longer lists are shortened. A valid answer is far below these limits. */
export const SIZES = {
  answer: 64_000,
  position: 2_000,
  reasoning: 40_000,
  point: 2_000,
  points: 50,
  url: 2_000,
} as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed, because a database may refuse them
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Returns a text that can be stored, or `undefined` if the value is not a text. */
export function readText(value: unknown, size: number): string | undefined {
  if (typeof value !== 'string' && !Number.isFinite(value)) return undefined
  const text = String(value).replace(CONTROL, '').trim()
  const cut = text.length > size ? `${text.slice(0, size - 1)}…` : text
  return cut === '' ? undefined : cut.toWellFormed()
}

/** Returns a list of texts; a single text is a list of one. Skips values that are not texts. */
export function readTexts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.slice(0, SIZES.points).flatMap((one) => readText(one, SIZES.point) ?? [])
}

/** The beginning of a text, on one line. */
function quote(text: string): string {
  const line = text.slice(0, 500).replace(/\s+/g, ' ').trim().toWellFormed()
  return line.length > 120 ? `“${line.slice(0, 119).toWellFormed()}…”` : `“${line}”`
}

/** How a message names a value that should not be there. */
export function describe(value: unknown): string {
  try {
    if (value instanceof Promise) return 'a promise'
    if (typeof value === 'function') return 'a function'
    if (typeof value === 'object' && value !== null) {
      if (Object.prototype.toString.call(value) === '[object AsyncGenerator]') return 'an async generator'
      return value.constructor === undefined
        ? 'a plain object'
        : withArticle(value.constructor.name || 'class instance')
    }
    return typeof value === 'string' ? JSON.stringify(toText(value)) : String(value)
  } catch {
    return 'a value that cannot be read'
  }
}

/** A wrong value, as a message shows it: as JSON where it has some. */
export function show(value: unknown): string {
  // JSON has no NaN.
  if (typeof value === 'number') return String(value)
  try {
    return JSON.stringify(value) ?? describe(value)
  } catch {
    return describe(value)
  }
}

/** What a person needs to know fits; what a journal entry may hold is not for errors to fill. */
const MAX_TEXT = 10_000

/** A file of a gigabyte is not to be read to say what it is. */
export const isBytes = (value: unknown): boolean => ArrayBuffer.isView(value) || value instanceof ArrayBuffer

/** Returns a value as text, of any length that an error may have. */
export function toText(value: unknown): string {
  if (isBytes(value)) return describe(value)
  try {
    return cut(String(value), MAX_TEXT)
  } catch {
    return describe(value)
  }
}

/** Returns the beginning of a text that is longer than this, with an ellipsis. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text

/** Returns a text without the full stops and the white space at its end. From the end, so that it is linear. */
export function withoutStop(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '.' || text[end - 1]!.trim() === '')) end--
  return text.slice(0, end)
}

/** `a Date`, `an Error`. */
export const withArticle = (name: string): string => `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`

/** The message of what was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : toText(thrown))

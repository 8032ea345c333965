/** How a message names a value that should not be there. */
export function describe(value: unknown): string {
  if (value instanceof Promise) return 'a promise'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'object' && value !== null) return withArticle(value.constructor?.name ?? 'plain object')
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** Returns a text without the full stops and the white space at its end. From the end, so that it is linear. */
export function withoutStop(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '.' || text[end - 1]!.trim() === '')) end--
  return text.slice(0, end)
}

/** `a Date`, `an Error`. */
export const withArticle = (name: string): string => `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`

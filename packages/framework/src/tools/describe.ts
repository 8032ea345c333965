/** How a message names a value that should not be there. */
export function describe(value: unknown): string {
  if (value instanceof Promise) return 'a promise'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'object' && value !== null) return withArticle(value.constructor?.name ?? 'plain object')
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** `a Date`, `an Error`. */
export const withArticle = (name: string): string => `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`

/** “a”, “a and b”, “a, b and c”. */
export function sayList(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

export const sayCount = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Returns a text on one line: after a line break it could look like something else. */
export const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Quotes a text on one line, without a full stop at its end. */
export const quote = (text: string): string => `“${toOneLine(text).replace(/\.$/, '')}”`

/** Returns the beginning of a text, without half of a character at its end. */
export const beginningOf = (text: string, length: number): string =>
  text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, '')

/** Returns a text with at most so many characters, the last one “…” if it is cut. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${beginningOf(text, length - 1)}…` : text

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The letter of an answer or a participant: A to Z, then A2 and so on. */
export const letterOf = (index: number): string => {
  const lap = Math.floor(index / LETTERS.length)
  return `${LETTERS[index % LETTERS.length]}${lap === 0 ? '' : lap + 1}`
}

/** “a”, “a and b”, “a, b and c”. */
export function sayList(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

export const sayCount = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Quotes a text on one line, without a full stop at its end. */
export const quote = (text: string): string => `“${text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')}”`

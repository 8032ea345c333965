/** Returns a string as Postgres can store it: as JSON if it has a NUL or half of a surrogate pair. */
export function toText(value: string): string {
  const plain = value.isWellFormed() && !value.includes('\0') && !value.startsWith('"')
  return plain ? value : JSON.stringify(value)
}

export const fromText = (text: string): string => (text.startsWith('"') ? JSON.parse(text) : text)

/** Text of Postgres has no place for NUL nor for half of a surrogate pair: a string with those is kept as JSON. */
export function toText(value: string): string {
  const plain = value.isWellFormed() && !value.includes('\0') && !value.startsWith('"')
  return plain ? value : JSON.stringify(value)
}

export const fromText = (text: string): string => (text.startsWith('"') ? JSON.parse(text) : text)

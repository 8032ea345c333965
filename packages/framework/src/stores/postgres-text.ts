/** Returns a string as Postgres can store it: as JSON if it has a NUL or half of a surrogate pair. */
export const toText = (value: string): string =>
  isStorable(value) && !value.startsWith('"') ? value : JSON.stringify(value)

/** Returns a string as it is found in the texts of strings that contain it. */
export const toPart = (value: string): string => (isStorable(value) ? value : JSON.stringify(value).slice(1, -1))

const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')

export const fromText = (text: string): string => (text.startsWith('"') ? JSON.parse(text) : text)

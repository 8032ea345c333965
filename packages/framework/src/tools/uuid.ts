/** A version 4 UUID of four random words. */
export function toUuid(next: () => number): string {
  const a = toHex(next())
  const b = toHex((next() & 0xffff0fff) | 0x4000)
  const c = toHex((next() & 0x3fffffff) | 0x80000000)
  const d = toHex(next())
  return [a, b.slice(0, 4), b.slice(4), c.slice(0, 4), c.slice(4) + d].join('-')
}

const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A word as eight digits. From a table: `toString(16)` costs more than the rest of an id. */
export const toHex = (word: number): string =>
  BYTES[word >>> 24]! + BYTES[(word >>> 16) & 0xff]! + BYTES[(word >>> 8) & 0xff]! + BYTES[word & 0xff]!

/** Random words, drawn many at a time: a call to the system costs more than an id. */
const words = new Uint32Array(512)
let used = words.length

function nextWord(): number {
  if (used === words.length) {
    crypto.getRandomValues(words)
    used = 0
  }
  const word = words[used]!
  // The buffer holds no word that an id was made of.
  words[used++] = 0
  return word
}

/**
 * Returns a random UUID that cannot be guessed. Unlike `crypto.randomUUID`, it works in pages that were loaded over plain
 * HTTP from another machine, and it is one flat string: a waiting run keeps two.
 */
export const mintId = (): string => toUuid(nextWord)

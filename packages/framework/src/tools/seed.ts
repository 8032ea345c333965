import { hmacSha256, toHex } from './sha256.ts'

/**
 * Words for one value that replays: HMAC-SHA-256, keyed with the secret seed of the run, of the place in the code and the
 * number of the draw there. They are the same in every process, and a reader of some of them cannot compute another, or
 * the seed.
 */
export function draw(seed: string, place: string, n: number): () => number {
  const words = hmacSha256(seed, `${place}\n${n}`)
  let used = 0
  return () => words[used++]! >>> 0
}

export const toRandom = (next: () => number): number => (next() * 0x200000 + (next() >>> 11)) / 2 ** 53

/** A version 4 UUID. */
export function toUuid(next: () => number): string {
  const a = toHex(next())
  const b = toHex((next() & 0xffff0fff) | 0x4000)
  const c = toHex((next() & 0x3fffffff) | 0x80000000)
  const d = toHex(next())
  return [a, b.slice(0, 4), b.slice(4), c.slice(0, 4), c.slice(4) + d].join('-')
}

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

/** A random id that cannot be guessed. Unlike `crypto.randomUUID`, it is one flat string: a waiting run keeps two. */
export const mintId = (): string => toUuid(nextWord)

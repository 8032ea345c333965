/**
 * Values that replay: the nth draw of a branch depends on the run's seed, the branch and n, and on nothing else.
 * All of a seed's entropy goes into 128 bits of state (a small fast chaotic generator), so ids do not collide.
 */
export function draw(seed: string, path: string, n: number): () => number {
  const text = `${seed} ${path} ${n}`
  let a = 0x2545f491
  let b = 0x9e3779b1
  let c = 0x85ebca77
  let counter = text.length
  const next = () => {
    const value = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + value) | 0
    return value >>> 0
  }
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
    counter ^= a >>> 15
    next()
  }
  for (let round = 0; round < 12; round++) next()
  return next
}

export const toRandom = (next: () => number): number => (next() * 0x200000 + (next() >>> 11)) / 2 ** 53

/** A version 4 UUID. Unique, not secret: who knows the seed knows the id. */
export function toUuid(next: () => number): string {
  const a = next()
  const b = (next() & 0xffff0fff) | 0x4000
  const c = (next() & 0x3fffffff) | 0x80000000
  const d = next()
  return [half(a >>> 16) + half(a), half(b >>> 16), half(b), half(c >>> 16), half(c) + half(d >>> 16) + half(d)].join(
    '-',
  )
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The lower half of a word. By a table: what engines do for `toString(16)` of a word costs more than the rest of an id. */
const half = (word: number): string => HEX[(word >>> 8) & 0xff]! + HEX[word & 0xff]!

/** Random words, drawn many at a time: each time that the system is asked costs more than an id. */
const words = new Uint32Array(512)
let used = words.length

function nextWord(): number {
  if (used === words.length) {
    crypto.getRandomValues(words)
    used = 0
  }
  const word = words[used]!
  // Who reads the memory later finds no id in it.
  words[used++] = 0
  return word
}

/** An id that nobody can guess. Unlike `crypto.randomUUID`, it is one flat string: a waiting run keeps two. */
export const mintId = (): string => toUuid(nextWord)

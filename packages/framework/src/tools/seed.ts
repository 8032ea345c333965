/** Values that replay: the nth draw of a branch depends on the run's seed, the branch and n, and on nothing else. */
export function draw(seed: string, path: string, n: number): () => number {
  let state = 0x9e3779b9
  for (const text of [seed, path, String(n)]) {
    for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x85ebca6b) ^ (state >>> 13)
    state = Math.imul(state ^ 0x1f, 0xc2b2ae35)
  }
  // An additive generator with an avalanche on output: small state, full period, good enough for shuffles and ids.
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let z = Math.imul(state ^ (state >>> 15), state | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return (z ^ (z >>> 14)) >>> 0
  }
}

export const toRandom = (next: () => number): number => (next() * 0x200000 + (next() >>> 11)) / 2 ** 53

/** A version 4 UUID. Unique, not secret: who knows the seed knows the id. */
export function toUuid(next: () => number): string {
  const hex = [next(), (next() & 0xffff0fff) | 0x4000, (next() & 0x3fffffff) | 0x80000000, next()]
    .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
    .join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

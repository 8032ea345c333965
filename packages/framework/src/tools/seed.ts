import { hmacSha256 } from './sha256.ts'

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

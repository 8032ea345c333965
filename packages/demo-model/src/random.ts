/**
 * Returns a number in [0, 1) that depends on the seed and the key alone. Two multiplicative hashes of the text are mixed
 * into the 53 bits of a double.
 */
export function draw(seed: string, key: string): number {
  const text = `${seed} ${key}`
  let a = 0x9e3779b1
  let b = 0x85ebca77
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x5bd1e995)
    b = Math.imul(b ^ code, 0x1b873593)
    a ^= a >>> 15
    b ^= b >>> 13
  }
  a = Math.imul(a ^ (a >>> 16), 0x7feb352d) ^ Math.imul(b ^ (b >>> 13), 0x846ca68b)
  b = Math.imul(b ^ (b >>> 16), 0x2c1b3c6d) ^ Math.imul(a ^ (a >>> 13), 0x297a2d39)
  return ((a >>> 0) * 0x200000 + (b >>> 11)) / 2 ** 53
}

/** Returns the list rotated to a start that depends on the seed and the key; `offset` moves it further. */
export function rotate<T>(list: readonly T[], seed: string, key: string, offset = 0): T[] {
  const start = list.length === 0 ? 0 : (Math.floor(draw(seed, key) * list.length) + offset) % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

/** Numbers that look like chance and follow from their key alone, so that every run of a debate is the same. */
export interface Random {
  /** From 0 to 1, without 1. */
  uniform(): number
  normal(): number
  /** A whole number below the limit. */
  below(limit: number): number
}

export function createRandom(...key: readonly (string | number)[]): Random {
  let state = hash(key.join('/'))
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    below: (limit) => Math.floor(uniform() * limit),
  }
}

function hash(text: string): number {
  let mixed = 0x811c9dc5
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

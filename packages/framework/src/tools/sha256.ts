const K = new Uint32Array(64)
{
  let n = 0
  const isPrime = (x: number) => {
    for (let i = 2; i * i <= x; i++) if (x % i === 0) return false
    return true
  }
  for (let x = 2; n < 64; x++)
    if (isPrime(x)) {
      const r = Math.cbrt(x)
      K[n++] = Math.floor((r - Math.floor(r)) * 2 ** 32)
    }
}
const W = new Int32Array(64)
let bytes = new Uint8Array(256)
const encoder = new TextEncoder()
/** SHA-256 without Node: the context of a run has no built-in that answers at once. */
export function sha256(text: string): Int32Array {
  if (bytes.length < text.length * 3 + 72) bytes = new Uint8Array(text.length * 3 + 136)
  const { written } = encoder.encodeInto(text, bytes)
  const blocks = (written + 9 + 63) >> 6
  const end = blocks << 6
  bytes[written] = 0x80
  bytes.fill(0, written + 1, end - 4)
  const bits = written * 8
  bytes[end - 4] = bits >>> 24
  bytes[end - 3] = bits >>> 16
  bytes[end - 2] = bits >>> 8
  bytes[end - 1] = bits
  let h0 = 0x6a09e667,
    h1 = 0xbb67ae85 | 0,
    h2 = 0x3c6ef372,
    h3 = 0xa54ff53a | 0,
    h4 = 0x510e527f,
    h5 = 0x9b05688c | 0,
    h6 = 0x1f83d9ab,
    h7 = 0x5be0cd19
  for (let at = 0; at < end; at += 64) {
    for (let i = 0; i < 16; i++) {
      const j = at + i * 4
      W[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!
    }
    for (let i = 16; i < 64; i++) {
      const a = W[i - 15]!,
        b = W[i - 2]!
      W[i] =
        (((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)) +
        (((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)) +
        W[i - 16]! +
        W[i - 7]!
    }
    let a = h0,
      b = h1,
      c = h2,
      d = h3,
      e = h4,
      f = h5,
      g = h6,
      h = h7
    for (let i = 0; i < 64; i++) {
      const t1 =
        (h +
          (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
          ((e & f) ^ (~e & g)) +
          K[i]! +
          W[i]!) |
        0
      const t2 =
        ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) +
          ((a & b) ^ (a & c) ^ (b & c))) |
        0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    h0 = (h0 + a) | 0
    h1 = (h1 + b) | 0
    h2 = (h2 + c) | 0
    h3 = (h3 + d) | 0
    h4 = (h4 + e) | 0
    h5 = (h5 + f) | 0
    h6 = (h6 + g) | 0
    h7 = (h7 + h) | 0
  }
  return Int32Array.of(h0, h1, h2, h3, h4, h5, h6, h7)
}
/** 128 bits of it, as text. */
const hexOf = (words: Int32Array) => Array.from(words, (w) => (w >>> 0).toString(16).padStart(8, '0')).join('')

/** Tells two things apart, also for somebody who would like them to look alike. 128 bits. */
export const seal = (text: string): string => hexOf(sha256(text).subarray(0, 4))

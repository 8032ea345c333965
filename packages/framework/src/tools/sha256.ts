import { toHex } from './uuid.ts'

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = new Int32Array(64)
for (let candidate = 2, found = 0; found < 64; candidate++) {
  let isPrime = true
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) isPrime &&= candidate % divisor !== 0
  if (isPrime) ROUND_CONSTANTS[found++] = (Math.cbrt(candidate) % 1) * 2 ** 32
}

const BLOCK = 64
const encoder = new TextEncoder()
const schedule = new Int32Array(64)
/** Reused by all texts that fit: most are shorter than a kilobyte. */
const shared = new Uint8Array(4096)

const INITIAL = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
)

/** SHA-256 of a text in UTF-8, as eight words. Synchronous, unlike Web Crypto, and without Node. */
export function sha256(text: string): Int32Array {
  const bytes = text.length * 3 + BLOCK + 9 > shared.length ? new Uint8Array(text.length * 3 + BLOCK + 9) : shared
  const { written } = encoder.encodeInto(text, bytes)
  return finish(INITIAL.slice(), bytes, written, 0)
}

/** Hashes the rest of a message: `length` bytes, after `before` bytes that the state already has. */
function finish(state: Int32Array, bytes: Uint8Array, length: number, before: number): Int32Array {
  const end = Math.ceil((length + 9) / BLOCK) * BLOCK
  bytes[length] = 0x80
  bytes.fill(0, length + 1, end)
  // The length in bits, big-endian. No text is longer than 2 ** 32 bits.
  for (let i = 1, bits = (before + length) * 8; i <= 4; i++, bits >>>= 8) bytes[end - i] = bits
  for (let at = 0; at < end; at += BLOCK) compress(state, bytes, at)
  return state
}

/** The states after the two blocks that a key makes. The last key is kept: a run draws with one. */
let keyed = { key: '', inner: INITIAL, outer: INITIAL }

function statesOf(key: string): typeof keyed {
  if (keyed.key === key && keyed.inner !== INITIAL) return keyed
  const bytes = new Uint8Array(BLOCK)
  if (encoder.encode(key).length <= BLOCK) encoder.encodeInto(key, bytes)
  else writeWords(sha256(key), bytes)
  const stateAfter = (pad: number) => {
    const state = INITIAL.slice()
    compress(
      state,
      bytes.map((byte) => byte ^ pad),
      0,
    )
    return state
  }
  keyed = { key, inner: stateAfter(0x36), outer: stateAfter(0x5c) }
  return keyed
}

/** HMAC-SHA-256 of a text (RFC 2104), as eight words. */
export function hmacSha256(key: string, text: string): Int32Array {
  const { inner, outer } = statesOf(key)
  const bytes = text.length * 3 + BLOCK + 9 > shared.length ? new Uint8Array(text.length * 3 + BLOCK + 9) : shared
  const { written } = encoder.encodeInto(text, bytes)
  writeWords(finish(inner.slice(), bytes, written, BLOCK), shared)
  return finish(outer.slice(), shared, DIGEST, BLOCK)
}

const DIGEST = 32

function writeWords(words: Int32Array, bytes: Uint8Array): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    bytes[4 * i] = word >>> 24
    bytes[4 * i + 1] = word >>> 16
    bytes[4 * i + 2] = word >>> 8
    bytes[4 * i + 3] = word
  }
}

function compress(state: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0, j = at; i < 16; i++, j += 4) {
    schedule[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15]!
    const y = schedule[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[i] = s0 + s1 + schedule[i - 16]! + schedule[i - 7]!
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[i]! + schedule[i]!) | 0
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}

/** 128 bits of SHA-256 as hex: two texts with one fingerprint cannot be found, not even on purpose. */
export function fingerprint(text: string): string {
  const [a, b, c, d] = sha256(text)
  return toHex(a!) + toHex(b!) + toHex(c!) + toHex(d!)
}

import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, hmacSha256, sha256 } from './sha256.ts'

const hex = (words: Int32Array) => Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
const expected = (text: string) => createHash('sha256').update(text).digest('hex')

describe('sha256', () => {
  it('gives what Node gives for texts of all lengths around the block size', () => {
    for (let length = 0; length < 260; length++)
      expect(hex(sha256('x'.repeat(length)))).toBe(expected('x'.repeat(length)))
  })

  it('gives what Node gives for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => hex(sha256(text)) === expected(text)),
    )
  })

  it('gives what Node gives for texts that are larger than its buffer, and for short ones afterwards', () => {
    for (const text of ['é'.repeat(100_000), 'short', '€'.repeat(1340), 'a'.repeat(4096)]) {
      expect(hex(sha256(text))).toBe(expected(text))
    }
  })
})

it('hmacSha256 gives what Node gives for any key and text, in any order', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(text, text, text, (key, other, message) => {
      for (const one of [key, other, key]) {
        expect(hex(hmacSha256(one, message))).toBe(createHmac('sha256', one).update(message).digest('hex'))
      }
    }),
  )
})

it('a fingerprint is the first half of the hash', () => {
  expect(fingerprint('consent')).toBe(expected('consent').slice(0, 32))
})

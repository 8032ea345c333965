import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, copyJson, digest, type Json } from './json.ts'

const jsonValue = fc.jsonValue() as fc.Arbitrary<Json>

describe('copyJson', () => {
  it('is equal at every depth and identical at none', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const copy = copyJson(value)
        expect(copy).toEqual(value)
        expectNothingShared(copy, value)
      }),
    )
  })

  it('keeps a key named __proto__ as data', () => {
    const copy = copyJson(JSON.parse('{"__proto__":{"admin":true}}') as { [key: string]: Json })
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true}}')
  })

  it('gives back what is not an object', () => {
    expect([undefined, null, 7, 'x', true].map((value) => copyJson(value))).toEqual([undefined, null, 7, 'x', true])
  })
})

function expectNothingShared(a: Json, b: Json): void {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return
  expect(a).not.toBe(b)
  for (const key of Object.keys(a)) {
    expectNothingShared((a as Record<string, Json>)[key]!, (b as Record<string, Json>)[key]!)
  }
}

describe('canonicalJson', () => {
  it('is the same for every order of keys, at every depth', () => {
    const one = { b: 1, a: [{ d: 4, c: 3 }] }
    const other = { a: [{ c: 3, d: 4 }], b: 1 }
    expect(canonicalJson(one)).toBe('{"a":[{"c":3,"d":4}],"b":1}')
    expect(canonicalJson(other)).toBe(canonicalJson(one))
  })

  it('keeps the order of an array', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]')
  })

  it('means the value it came from', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(JSON.parse(canonicalJson(value)!)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('digest', () => {
  it('is the same for the same text, and short', () => {
    expect(digest('["Your turn",{"board":[]}]')).toBe(digest('["Your turn",{"board":[]}]'))
    expect(digest('x'.repeat(10_000)).length).toBeLessThanOrEqual(12)
  })

  it.each([
    ['one letter', 'Your turn', 'Your turm'],
    ['the order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['a swap', 'ab', 'ba'],
    ['the length', 'aa', 'aaa'],
    ['a NUL', 'a', 'a\0'],
  ])('tells texts apart that differ in %s', (_, one, other) => {
    expect(digest(one)).not.toBe(digest(other))
  })

  it('tells a hundred thousand similar requests apart', () => {
    const digests = new Set(Array.from({ length: 100_000 }, (_, i) => digest(`["Pick a move",{"move":${i}}]`)))
    expect(digests.size).toBe(100_000)
  })
})

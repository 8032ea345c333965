import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonError } from './errors.ts'
import { MAX_LEVELS, parseJson } from './parse-json.ts'

const lists = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const objects = (levels: number): string => `${'{"":'.repeat(levels)}0${'}'.repeat(levels)}`

describe('parseJson', () => {
  it('gives what the text says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(1_000), (value, blanks) => {
        const text = JSON.stringify(value)
        expect(parseJson(text + ' '.repeat(blanks), 'it')).toStrictEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    ['lists', lists],
    ['objects', objects],
    ['what is below __proto__', (levels: number) => `{"__proto__":${lists(levels - 1)}}`],
    ['the last of many', (levels: number) => `[${'0,'.repeat(1_000)}{"a":[],"b":${lists(levels - 2)}}]`],
  ])('takes as many levels as there may be, and not one more: %s', (_, write) => {
    expect(JSON.stringify(parseJson(write(MAX_LEVELS), 'it'))).toBe(write(MAX_LEVELS))
    const refusal = new JsonError(`the body is nested deeper than ${MAX_LEVELS} levels`)
    for (const levels of [MAX_LEVELS + 1, 500_000]) {
      expect(() => parseJson(write(levels), 'the body')).toThrow(refusal)
    }
  })

  it.each(['', '{', 'undefined', '{"a":1}x', '['.repeat(500_000)])('says what is not JSON', (text) => {
    expect(() => parseJson(text, 'this line')).toThrow(
      expect.objectContaining({
        name: 'JsonError',
        message: expect.stringMatching(/^this line is not JSON: /),
        cause: expect.any(SyntaxError),
      }),
    )
  })
})

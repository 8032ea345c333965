import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repairJson } from './repair-json.ts'
import { type JsonPart, scanJson } from './scan-json.ts'

/** All parts of a text, and how many characters were read for them. */
function scan(text: string): { parts: JsonPart[]; read: number } {
  const parts: JsonPart[] = []
  const scanning = scanJson(text)
  for (;;) {
    const { done, value } = scanning.next()
    if (done) return { parts, read: value }
    parts.push(value)
  }
}

const valuesIn = (text: string) => scan(text).parts.map(({ value }) => value)

describe('a scan reads', () => {
  test.each<[what: string, text: string, value: unknown]>([
    ['a missing comma', '{"a":2 "b":3}', { a: 2, b: 3 }],
    ['a line break for a comma', '{"a":"x"\n"b":3}', { a: 'x', b: 3 }],
    ['an ellipsis as nothing', '[1,2,3,...]', [1, 2, 3]],
    ['words of Python', '{"a":True,"b":None}', { a: true, b: null }],
    ['a quote inside a string', '{"a":"24" screen","b":1}', { a: '24" screen', b: 1 }],
    ['an apostrophe inside a string', "{'a':'it's'}", { a: "it's" }],
    ['a list that an object closes', '{"a":[1,2}, b', { a: [1, 2] }],
    ['an object that a list closes', '[{"a":1],2', [{ a: 1 }]],
    ['curly quotes', '{“a”: “b”}', { a: 'b' }],
    ['bare texts and addresses', '{a: b c, url: http://x.y/z}', { a: 'b c', url: 'http://x.y/z' }],
    ['comments', '{"a": 1 /* c */, // d\n"b": 2}', { a: 1, b: 2 }],
    ['line breaks and fences in a string', '{"a":"```js\nx\n```",}', { a: '```js\nx\n```' }],
    ['an escape that JSON does not know as it is', '{"a":"\\alpha \\u00e9",}', { a: '\\alpha é' }],
    ['JSON that was escaped as text', '{\\"a\\": \\"b\\\\nc\\"}', { a: 'b\nc' }],
    ['a number whose end is missing', '{"a":0.', { a: 0 }],
    ['a name without a value as nothing', '{"a":,"b":2,"c":', { b: 2 }],
    ['white space of documents', '{\u00a0"a"\u2003:\u30001,}', { a: 1 }],
    ['a string that its fence ends', '{"a":"on\n```\nDone.', { a: 'on' }],
  ])('%s', (_, text, value) => {
    expect(valuesIn(text)[0]).toEqual(value)
  })

  test('a member named __proto__ as a member', () => {
    const [value] = valuesIn('{"__proto__": {"a": 1},}')
    expect(Object.keys(value!)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  test('all parts in the order of their brackets, those in strings too', () => {
    expect(valuesIn('{roughly} {"a": [1, {"b": 2}]} {"c": "{\\"d\\": 3}"}')).toEqual([
      {},
      { a: [1, { b: 2 }] },
      [1, { b: 2 }],
      { b: 2 },
      { c: '{"d": 3}' },
      { d: 3 },
    ])
  })
})

test.each([
  ['{"a": 1, "b": 8', true],
  ['{"a": 1, "b": "not', true],
  ['{"a": 1, "b": "not"', false],
  ['{"a": 1,', false],
  ['{"a": 1, "b', false],
  ['{"a": 8}', false],
])('a scan of %s says whether its last value may be incomplete', (text, isCut) => {
  expect(scan(text).parts[0]).toMatchObject({ isCut })
})

test('a value that is nested too deeply is no data, whether it is JSON or not', () => {
  expect(repairJson('['.repeat(256) + ']'.repeat(256))).toBeDefined()
  expect(repairJson('['.repeat(300) + ']'.repeat(300))).toBeUndefined()
  expect(repairJson('['.repeat(100_000))).toBeUndefined()
  expect(repairJson('{"a":'.repeat(100_000))).toBeUndefined()
})

const PIECES = '{ } [ ] : , " \' ` ``` \\ \\" “ ” // /* */ \n - 1 e a true {" "a":'.split(' ').concat(' ')

test('a scan reads a long text at most twice', () => {
  const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 }))
  const repeated = fc
    .tuple(fc.array(piece, { maxLength: 6 }), fc.nat(400), fc.array(piece, { maxLength: 20 }))
    .map(([row, times, rest]) => row.join('').repeat(times) + rest.join('') + 'x'.repeat(64_000))
  fc.assert(
    fc.property(repeated, (text) => {
      const { parts, read } = scan(text)
      expect(read).toBeLessThanOrEqual(2 * text.length)
      expect(parts.length).toBeLessThanOrEqual(2 * text.length)
    }),
    { numRuns: 200 },
  )
})

test('a scan finds any JSON with prose around it', () => {
  const data = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()))
  fc.assert(
    fc.property(data, (value) => {
      expect(valuesIn(`Sure:\n${JSON.stringify(value, null, 1)}\nDone.`)[0]).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

import { expect, test, vi } from 'vitest'
import { evaluateSchema } from './evaluate-schema.ts'
import { check, foreignSchema, type JsonSchema, jsonSchema, toJsonSchema } from './schema.ts'

const isValid = async (schema: JsonSchema, value: unknown): Promise<boolean> =>
  (await check(foreignSchema(schema), value)).type === 'valid'

test('a foreign schema is checked without its patterns', async () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', pattern: '^(a+)+$', maxLength: 100 }, b: { anyOf: [{ pattern: '(x+x+)+y' }] } },
    patternProperties: { '^(c+)+$': { type: 'number' } },
    additionalProperties: false,
    required: ['a'],
  }
  const long = `${'a'.repeat(60)}!`
  expect(await isValid(schema, { a: long, b: 'x'.repeat(60), [`${'c'.repeat(60)}!`]: 1 })).toBe(true)
  expect(await isValid(schema, { a: 1 })).toBe(false)
  expect(await isValid(schema, { a: 'a'.repeat(101) })).toBe(false)
  expect(await isValid(schema, {})).toBe(false)
})

test('a property of a foreign schema may have the name of a keyword', async () => {
  const schema = {
    type: 'object',
    properties: { pattern: { type: 'string' }, patternProperties: { const: { pattern: 'x' } } },
    required: ['pattern'],
    additionalProperties: false,
  }
  expect(await isValid(schema, { pattern: 'x', patternProperties: { pattern: 'x' } })).toBe(true)
  expect(await isValid(schema, { pattern: 1 })).toBe(false)
  expect(await isValid(schema, { pattern: 'x', patternProperties: {} })).toBe(false)
  expect(await isValid(schema, { pattern: 'x', more: 1 })).toBe(false)
})

test('a foreign schema goes to the wire as it was written', () => {
  const schema = { type: 'string', pattern: '^a$' }
  expect(toJsonSchema(foreignSchema(schema), 'input')).toBe(schema)
})

test('the problem of a foreign schema names the place', async () => {
  const schema = { properties: { a: { items: { type: 'object', required: ['b'] } } }, additionalProperties: false }
  const checked = await check(foreignSchema(schema), { a: [{ b: 1 }, {}], c: 1 })
  expect(checked).toEqual({
    type: 'invalid',
    problem: 'a[1]: must have the property "b"; must not have the property "c"',
  })
})

test('a foreign schema that refers to a part that it does not have accepts nothing', async () => {
  expect(await isValid({ $ref: '#/$defs/missing' }, 1)).toBe(false)
})

test('the patterns of a trusted schema are checked on request', () => {
  const schema = {
    properties: { a: { pattern: '^a' } },
    patternProperties: { '^n_': { type: 'number' }, '(': { type: 'null' } },
    additionalProperties: false,
  }
  const messagesOf = (value: unknown) =>
    evaluateSchema(schema, value, { isTrusted: true }).map(({ path, message }) => `${path?.join('.')}: ${message}`)
  expect(messagesOf({ a: 'ab', n_1: 1 })).toEqual([])
  expect(messagesOf({ a: 'b', n_1: 'x', other: 1 })).toEqual([
    'a: must match the pattern ^a',
    'n_1: must be of type number, not string',
    ': must not have the property "other"',
  ])
})

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

test.each<[string, JsonSchema, valid: unknown, invalid: unknown]>([
  [
    'the $id of a schema that refers to itself',
    { $id: 'T0', type: 'object', properties: { nodes: { type: 'array', items: { $ref: 'T0' } } }, required: ['nodes'] },
    { nodes: [{ nodes: [] }] },
    { nodes: [{}] },
  ],
  [
    'a place within a nested $id',
    {
      $id: 'https://example.com/root.json',
      properties: { a: { $ref: 'inner.json#/$defs/b' }, c: { $ref: 'https://example.com/inner.json' } },
      $defs: {
        b: { type: 'boolean' },
        any: { $id: 'inner.json', type: 'number', minimum: 3, $defs: { b: { type: 'string' } } },
      },
    },
    { a: 'text', c: 3 },
    { a: true },
  ],
  [
    'an anchor of a nested $id, not one of the same name outside',
    {
      properties: { a: { $ref: 'inner' } },
      $defs: {
        outer: { $anchor: 'x', type: 'boolean' },
        inner: { $id: 'inner', $ref: '#x', $defs: { own: { $anchor: 'x', type: 'string' } } },
      },
    },
    { a: 'text' },
    { a: true },
  ],
  [
    'a dynamic anchor',
    {
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { next: { $dynamicRef: '#node' } },
      additionalProperties: false,
    },
    { next: { next: {} } },
    { next: { other: 1 } },
  ],
  [
    'the whole schema, by a recursive reference',
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $recursiveAnchor: true,
      type: 'object',
      properties: { next: { $recursiveRef: '#' } },
      additionalProperties: false,
    },
    { next: { next: {} } },
    { next: { other: 1 } },
  ],
  [
    'an anchor that draft 7 writes as $id',
    {
      $schema: DRAFT_7,
      properties: { a: { $ref: '#text' } },
      definitions: { text: { $id: '#text', type: 'string' } },
    },
    { a: 'text' },
    { a: 1 },
  ],
])('a reference to %s is followed', async (_, schema, valid, invalid) => {
  for (const toSchema of [foreignSchema, jsonSchema]) {
    expect((await check(toSchema(schema), valid)).type).toBe('valid')
    expect((await check(toSchema(schema), invalid)).type).toBe('invalid')
  }
})

test('keywords beside a reference are ignored in draft 7 and count from 2019-09 on', async () => {
  const schema = {
    properties: { a: { $ref: '#/definitions/text', maxLength: 2 } },
    definitions: { text: { type: 'string' } },
  }
  for (const toSchema of [foreignSchema, jsonSchema]) {
    expect((await check(toSchema(schema), { a: 'long' })).type).toBe('invalid')
    expect((await check(toSchema({ $schema: DRAFT_7, ...schema }), { a: 'long' })).type).toBe('valid')
    expect((await check(toSchema({ $schema: DRAFT_7, ...schema }), { a: 1 })).type).toBe('invalid')
  }
})

test.each<[string, JsonSchema, valid: unknown, invalid: unknown]>([
  [
    'properties that the branches of a union have looked at',
    {
      anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
      unevaluatedProperties: false,
    },
    { a: 'x', b: 'y' },
    { a: 'x', c: 'y' },
  ],
  [
    'properties of a branch that does not fit',
    { anyOf: [{ properties: { a: { type: 'string' } } }, { required: ['b'] }], unevaluatedProperties: false },
    { a: 'x' },
    { a: 1, b: 1 },
  ],
  [
    'items that `contains` has found',
    { prefixItems: [{ type: 'string' }], contains: { type: 'number' }, unevaluatedItems: { type: 'boolean' } },
    ['x', 1, true],
    ['x', 1, 'y'],
  ],
  [
    'members of members, which are apart',
    { properties: { a: { properties: { b: {} } } }, unevaluatedProperties: false },
    { a: { b: 1, c: 2 } },
    { a: {}, b: 1 },
  ],
  [
    'properties in a place that no keyword holds, only a reference',
    { $ref: '#/components/a', components: { a: { properties: { b: {} }, unevaluatedProperties: false } } },
    { b: 1 },
    { b: 1, c: 1 },
  ],
])('`unevaluated*` leaves out %s', async (_, schema, valid, invalid) => {
  for (const toSchema of [foreignSchema, jsonSchema]) {
    expect((await check(toSchema(schema), valid)).type).toBe('valid')
    expect((await check(toSchema(schema), invalid)).type).toBe('invalid')
  }
})

test('a foreign schema with patterns does not say which properties are left', async () => {
  const schema = { patternProperties: { '^a': {} }, unevaluatedProperties: false }
  expect(await isValid(schema, { b: 1 })).toBe(true)
  expect((await check(jsonSchema(schema), { b: 1 })).type).toBe('invalid')
})

test('a dynamic reference leads to the outermost schema on the way that has the anchor', async () => {
  const list = (name: string, type: string) => ({
    $id: name,
    $ref: 'list',
    $defs: { item: { $dynamicAnchor: 'item', type } },
  })
  const schema = {
    properties: { texts: { $ref: 'texts' }, numbers: { $ref: 'numbers' } },
    $defs: {
      texts: list('texts', 'string'),
      numbers: list('numbers', 'number'),
      list: { $id: 'list', items: { $dynamicRef: '#item' }, $defs: { any: { $dynamicAnchor: 'item' } } },
    },
  }
  for (const toSchema of [foreignSchema, jsonSchema]) {
    expect((await check(toSchema(schema), { texts: ['x'], numbers: [1] })).type).toBe('valid')
    expect((await check(toSchema(schema), { texts: [1] })).type).toBe('invalid')
    expect((await check(toSchema(schema), { numbers: ['x'] })).type).toBe('invalid')
  }
})

test('what `unevaluated*` remembers of a value is counted as work', () => {
  let schema: JsonSchema = { items: true }
  for (let level = 0; level < 60; level++) schema = { allOf: [schema] }
  const value = Array.from({ length: 300_000 }, (_, index) => index)
  const check = () => evaluateSchema({ ...schema, unevaluatedItems: false }, value)
  expect(check).toThrow(/more than 400000 steps/)
  expect(evaluateSchema(schema, value)).toEqual([])
})

test.each([
  ['types', { type: [...Array.from({ length: 10_000 }, () => 'x'), 'number'] }],
  ['patterns', { patternProperties: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a${i}`, {}])) }],
])('a long list of %s is counted as work for each value', (_, part) => {
  const values = Array.from({ length: 1_000 }, () => ({}))
  expect(() => evaluateSchema({ contains: part, minContains: 1_001 }, values)).toThrow(/more than 400000 steps/)
})

test('the text of a long enumeration is made once, however many values do not fit', () => {
  const schema = { contains: { enum: ['x'.repeat(100_000)] } }
  const stringify = vi.spyOn(JSON, 'stringify')
  evaluateSchema(
    schema,
    Array.from({ length: 1_000 }, (_, i) => i),
  )
  expect(stringify.mock.calls.length).toBeLessThan(10)
  stringify.mockRestore()
})

test.each([
  [0.01, [0.07, 19.99, 123_456_789.12, 6_000_000.01], [6_000_000.005, 19.995]],
  [1, [600_000_000, 2 ** 53], [600_000_000.5, 0.5]],
])('a multiple of %d is told from other numbers, large or small', (multipleOf, valid, invalid) => {
  for (const value of valid) expect(evaluateSchema({ multipleOf }, value)).toEqual([])
  for (const value of invalid) expect(evaluateSchema({ multipleOf }, value)).toHaveLength(1)
})

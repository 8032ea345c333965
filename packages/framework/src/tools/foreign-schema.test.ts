import { expect, test } from 'vitest'
import { evaluateSchema } from './evaluate-schema.ts'
import { foreignSchema } from './foreign-schema.ts'
import { check, type JsonSchema, toJsonSchema } from './schema.ts'

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
    evaluateSchema(schema, value, { patterns: true }).map(({ path, message }) => `${path?.join('.')}: ${message}`)
  expect(messagesOf({ a: 'ab', n_1: 1 })).toEqual([])
  expect(messagesOf({ a: 'b', n_1: 'x', other: 1 })).toEqual([
    'a: must match the pattern ^a',
    'n_1: must be of type number, not string',
    ': must not have the property "other"',
  ])
})

import { expect, test } from 'vitest'
import { foreignSchema } from './foreign-schema.ts'
import { check, type JsonSchema, toJsonSchema } from './schema.ts'

const isValid = async (schema: JsonSchema, value: unknown): Promise<boolean> =>
  (await check(foreignSchema(schema), value)).type === 'valid'

test('a pattern that would take for ever is not tried, and all else is', async () => {
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

test('properties may be called as keywords are, and values hold what they hold', async () => {
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

test('it goes to the wire as it was written', () => {
  const schema = { type: 'string', pattern: '^a$' }
  expect(toJsonSchema(foreignSchema(schema), 'input')).toBe(schema)
})

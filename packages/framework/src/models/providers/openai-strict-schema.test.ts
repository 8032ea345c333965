import { expect, test } from 'vitest'
import { z } from 'zod'
import { toJsonSchema } from '../../tools/schema.ts'
import { isStrictSchema } from './openai-strict-schema.ts'

const closed = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})

test.each([
  ['closed', closed({ a: { type: 'string', format: 'date' } })],
  ['nested', closed({ a: { type: 'array', items: closed({ b: { type: ['integer', 'null'], minimum: 0 } }) } })],
  ['with a choice', closed({ a: { anyOf: [{ type: 'string' }, closed({ b: { const: 1 } })] } })],
  ['recursive', closed({ a: { $ref: '#/$defs/a' } }, { $defs: { a: closed({ a: { $ref: '#/$defs/a' } }) } })],
  ['of zod', toJsonSchema(z.strictObject({ move: z.int().max(8), why: z.string().nullable() }), 'output')],
])('a schema that is %s can be strict', (_, schema) => {
  expect(isStrictSchema(schema)).toBe(true)
})

test.each([
  ['open', { type: 'object', properties: { a: {} }, required: ['a'] }],
  ['with an optional property', closed({ a: { type: 'string' } }, { required: [] })],
  ['open further down', closed({ a: { type: 'array', items: { type: 'object' } } })],
  ['open in a choice', closed({ a: { anyOf: [{ type: ['object', 'null'], properties: {} }] } })],
  ['open in a definition', closed({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'object' } } })],
  ['a choice at its root', closed({}, { anyOf: [closed({})] })],
  ['not of an object', { type: 'array', items: { type: 'string' } }],
  ['with a keyword that is not taken', closed({ a: { allOf: [{ type: 'string' }] } })],
  ['with a default', closed({ a: { type: 'string', default: 'x' } })],
  ['with a format that is not taken', closed({ a: { type: 'string', format: 'uri' } })],
  ['with anything goes', closed({ a: true })],
])('a schema that is %s cannot be strict', (_, schema) => {
  expect(isStrictSchema(schema)).toBe(false)
})

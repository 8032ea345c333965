import { expect, test } from 'vitest'
import { check, type JsonSchema, jsonSchema } from '../tools/schema.ts'
import { checkForm } from './form-check.ts'
import type { Draft } from './form-controls.ts'
import { type FormField, toFields } from './form-fields.ts'

const answer = (schema: JsonSchema | undefined, drafts: Record<string, Draft> = {}) =>
  checkForm(
    { schema, isForeign: false },
    toFields(schema),
    (field: FormField) => drafts[field.key ?? ''] ?? field.control.write(field.default),
  )

const messages = (schema: JsonSchema | undefined, drafts: Record<string, Draft> = {}) => {
  const checked = answer(schema, drafts)
  return checked.type === 'valid' ? [] : checked.problems.map(({ field, message }) => [field?.key, message])
}

const object = (properties: Record<string, unknown>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

test.each<[string, unknown, Draft, unknown]>([
  ['text', { type: 'string' }, ' a ', ' a '],
  ['email', { type: 'string', format: 'email' }, 'a@example.com', 'a@example.com'],
  ['whole number', { type: 'integer', minimum: 1 }, ' 12 ', 12],
  ['number', { type: 'number' }, '-1.5', -1.5],
  ['checkbox', { type: 'boolean' }, true, true],
  ['checkbox that is not set', { type: 'boolean' }, false, false],
  ['choice', { type: 'string', enum: ['', 'a'] }, '0', ''],
  [
    'titled choice',
    {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'A' },
        { const: 'b', title: 'B' },
      ],
    },
    '1',
    'b',
  ],
  ['choice of several', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, ['b'], ['b']],
  ['choice of none', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, [], []],
  ['object', object({ a: { type: 'number' } }), '{ "a": 1 }', { a: 1 }],
])('a %s is parsed to a value that the server accepts', async (_, property, draft, expected) => {
  const schema = object({ field: property })
  expect(answer(schema, { field: draft })).toEqual({ type: 'valid', content: { field: expected } })
  expect(await check(jsonSchema(schema), { field: expected })).toMatchObject({ type: 'valid' })
})

test.each<[string, unknown, Draft, string]>([
  ['an empty text', { type: 'string' }, '', 'Please fill this in.'],
  ['a short text', { type: 'string', minLength: 3, maxLength: 5 }, 'ab', 'Please enter 3 to 5 characters.'],
  ['a long text', { type: 'string', maxLength: 2 }, 'abc', 'Please enter at most 2 characters.'],
  ['no email', { type: 'string', format: 'email' }, 'a@', 'Please enter an email address, like name@example.com.'],
  ['no address', { type: 'string', format: 'uri' }, 'here', 'Please enter an address, like https://example.com.'],
  ['no date', { type: 'string', format: 'date' }, '2026-02-30', 'Please enter a date.'],
  ['no time', { type: 'string', format: 'date-time' }, 'soon', 'Please enter a date and a time.'],
  ['no number', { type: 'number' }, '1,5', 'Please enter a number.'],
  ['half a number', { type: 'integer', minimum: 1, maximum: 9 }, '1.5', 'Please enter a whole number from 1 to 9.'],
  ['too little', { type: 'integer', minimum: 1 }, '0', 'Please enter a whole number of at least 1.'],
  ['too much', { type: 'number', maximum: 1 }, '2', 'Please enter a number of at most 1.'],
  ['no choice', { type: 'string', enum: ['a'] }, '', 'Please choose one.'],
  [
    'too few',
    { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2 },
    ['a'],
    'Please make a choice of at least 2.',
  ],
  ['none of several', { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 }, [], 'Please choose at least one.'],
  ['a value that only the schema refuses', { type: 'string', pattern: '^a' }, 'b', 'must match the pattern ^a'],
  [
    'an object with a wrong part',
    object({ a: object({ b: { type: 'number' } }) }),
    '{"a":{"b":"x"}}',
    'a.b: must be of type number, not string',
  ],
])('%s is refused with a message for the user', async (_, property, draft, expected) => {
  expect(messages(object({ field: property }), { field: draft })).toEqual([['field', expected]])
})

test('a JSON field refuses text that is not JSON', () => {
  expect(messages(object({ field: { type: 'object' } }), { field: '{' })).toEqual([
    ['field', expect.stringContaining('This is not JSON')],
  ])
})

test('an empty optional field is omitted from the answer', () => {
  const schema = object({ a: { type: 'string', minLength: 2 }, b: { type: 'number' }, c: { enum: ['x'] } }, [])
  expect(answer(schema)).toEqual({ type: 'valid', content: {} })
})

test('defaults are sent unchanged', () => {
  const schema = object({
    a: { type: 'string', default: 'x' },
    b: { type: 'integer', default: 0 },
    c: { type: 'boolean', default: true },
    d: { type: 'string', enum: ['x', 'y'], default: 'y' },
    e: { type: 'array', items: { enum: ['x', 'y'] }, default: ['y'] },
    f: { type: 'string', format: 'date-time', default: '2026-07-28T09:30:15.000Z' },
    g: { type: 'array', items: { type: 'number' }, default: [1, 2] },
  })
  const content = { a: 'x', b: 0, c: true, d: 'y', e: ['y'], f: '2026-07-28T09:30:15.000Z', g: [1, 2] }
  expect(answer(schema)).toEqual({ type: 'valid', content })
})

test('a schema without properties makes one field, and no schema makes a JSON field', () => {
  expect(answer({ type: 'integer' }, { '': '3' })).toEqual({ type: 'valid', content: 3 })
  expect(answer(undefined, { '': '[1]' })).toEqual({ type: 'valid', content: [1] })
  expect(messages({ type: 'integer' }, { '': '3.5' })).toEqual([[undefined, 'Please enter a whole number.']])
  expect(answer({ type: 'object', properties: {} })).toEqual({ type: 'valid', content: {} })
  expect(messages({ type: 'array', items: { type: 'number' } }, { '': '[1, "a"]' })).toEqual([
    [undefined, '[1]: must be of type number, not string'],
  ])
})

test('a reference to a definition is resolved, and a property may have any name', () => {
  const schema = { ...object({ constructor: { $ref: '#/$defs/size' } }), $defs: { size: { enum: ['s', 'm'] } } }
  expect(answer(schema, { constructor: '1' })).toEqual({ type: 'valid', content: { constructor: 'm' } })
})

test('a problem with the whole answer has no field, and an unusable schema is a problem', () => {
  const either = { ...object({ a: { type: 'string' }, b: { type: 'string' } }, []), minProperties: 1 }
  expect(messages(either)).toEqual([[undefined, 'must have at least 1 properties']])
  expect(messages(object({ a: { $ref: '#/nowhere' } }), { a: '1' })[0]?.[1]).toContain('cannot be accepted')
})

test('the patterns of another server are not checked, so they cannot block the page', () => {
  const slow = { type: 'string', pattern: '^(a+)+$', maxLength: 100 }
  const schema = { ...object({ field: slow }), patternProperties: { '^(f+i?)+!$': {} } }
  const check = (text: string) => checkForm({ schema, isForeign: true }, toFields(schema), () => text)
  expect(check(`${'a'.repeat(60)}!`)).toMatchObject({ type: 'valid' })
  expect(check('a'.repeat(101))).toMatchObject({ type: 'invalid' })
})

test.each(['url', 'uri', 'email'])(
  'a long answer in the format %s is checked in linear time, for any schema',
  (format) => {
    const schema = object({ field: { type: 'string', format } })
    const begun = performance.now()
    for (const isForeign of [true, false])
      checkForm({ schema, isForeign }, toFields(schema), () => `http://${'a'.repeat(1_900)}!`)
    expect(performance.now() - begun).toBeLessThan(1_000)
  },
)

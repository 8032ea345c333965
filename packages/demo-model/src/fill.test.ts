import { validate } from '@cfworker/json-schema'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fill } from './fill.ts'
import { accepts, type Schema, toJsonSchema } from './fixtures/standard-schema.ts'
import type { Json, JsonSchema, Suggest } from './schema.ts'

const fillWith = (schema: JsonSchema, suggest: Suggest = () => [], seed = 'seed') =>
  fill(schema, { suggest, seed, today: '2026-07-21', subject: 'a trip to Rome' })

describe('data that was made for a schema is valid', () => {
  const text = fc.record({ least: fc.nat(12), room: fc.nat(40), bounded: fc.boolean() }).map(
    ({ least, room, bounded }): JsonSchema => ({
      type: 'string',
      minLength: least,
      ...(bounded && { maxLength: least + room }),
    }),
  )
  const format = fc
    .constantFrom('date', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'time', 'duration')
    .map((name): JsonSchema => ({ type: 'string', format: name }))
  const pattern = fc
    .constantFrom(
      '^[A-Z]{3}-\\d{2,4}$',
      '^(red|green|blue)$',
      '^\\+?[0-9 ]{7,}$',
      '^[^aeiou]+$',
      '^\\w+@\\w+\\.com$',
      '^v\\d+(\\.\\d+){2}$',
      '[\\u0041-\\u005a]{5}',
      '^(?:a|b)?c*$',
      '^ISBN (\\d{3}-)?\\d{9}[\\dX]$',
    )
    .map((source): JsonSchema => ({ type: 'string', pattern: source }))
  const number = fc
    .record({
      type: fc.constantFrom('number', 'integer'),
      low: fc.integer({ min: -50, max: 50 }),
      room: fc.integer({ min: 2, max: 90 }),
      open: fc.boolean(),
      step: fc.constantFrom(undefined, 1, 2, 0.5),
    })
    .map(
      ({ type, low, room, open, step }): JsonSchema => ({
        type,
        [open ? 'exclusiveMinimum' : 'minimum']: low,
        [open ? 'exclusiveMaximum' : 'maximum']: low + room + 2,
        ...(step !== undefined && { multipleOf: step }),
      }),
    )
  const unbounded = fc.constantFrom<JsonSchema>(
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'integer', maximum: -3 },
    { type: 'number', multipleOf: 0.1, minimum: 3.05 },
  )
  const listed = fc
    .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1, maxLength: 5 })
    .chain((values) =>
      fc.constantFrom<JsonSchema>(
        { enum: values },
        { const: values[0] },
        { anyOf: values.map((value) => ({ const: value })) },
      ),
    )
  const plain = fc.constantFrom<JsonSchema>({ type: 'boolean' }, { type: 'null' }, {}, { type: ['string', 'null'] })
  const names = fc.constantFrom('name', 'count', 'confidence', 'tags', 'from', 'x', '__proto__', 'date', 'a b')

  const { schema } = fc.letrec<{
    schema: JsonSchema
    object: JsonSchema
    array: JsonSchema
    choice: JsonSchema
    both: JsonSchema
    tagged: JsonSchema
  }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'schema' },
      text,
      format,
      pattern,
      number,
      unbounded,
      listed,
      plain,
      tie('object'),
      tie('array'),
      tie('choice'),
      tie('both'),
      tie('tagged'),
    ),
    object: fc
      .record({
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 4 }),
        required: fc.array(names, { maxLength: 3 }),
        rest: fc.oneof(fc.constant(undefined), fc.constant(false), tie('schema')),
        least: fc.nat(3),
      })
      .map(
        ({ properties, required, rest, least }): JsonSchema => ({
          type: 'object',
          properties,
          required: [
            ...new Set(rest === false ? required.filter((name) => Object.hasOwn(properties, name)) : required),
          ],
          ...(rest !== undefined && { additionalProperties: rest }),
          ...(rest !== false && { minProperties: least }),
        }),
      ),
    array: fc
      .record({
        items: tie('schema'),
        first: fc.array(tie('schema'), { maxLength: 2 }),
        least: fc.nat(3),
        room: fc.nat(3),
      })
      .map(
        ({ items, first, least, room }): JsonSchema => ({
          type: 'array',
          ...(first.length > 0 && { prefixItems: first }),
          items,
          minItems: least,
          maxItems: least + room,
        }),
      ),
    choice: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
    both: fc.tuple(tie('object'), fc.dictionary(names, text, { maxKeys: 2 })).map(
      ([object, properties]): JsonSchema => ({
        allOf: [
          { ...object, properties: {}, required: [], additionalProperties: true },
          { type: 'object', properties, required: Object.keys(properties) },
        ],
      }),
    ),
    tagged: tie('schema').map(
      (part): JsonSchema => ({
        oneOf: [
          { type: 'object', properties: { kind: { const: 'part' }, part }, required: ['kind', 'part'] },
          { type: 'object', properties: { kind: { const: 'none' } }, required: ['kind'] },
        ],
      }),
    ),
  }))

  const referred = schema.map(
    (part): JsonSchema => ({
      $defs: { part, list: { type: 'array', items: { $ref: '#/$defs/list' }, maxItems: 3 } },
      type: 'object',
      properties: { part: { $ref: '#/$defs/part' }, list: { $ref: '#/$defs/list' } },
      required: ['part', 'list'],
    }),
  )

  const words: Suggest = ({ name, index }) => [name, index, 'Rome', 7, true, [], { name }] as Json[]

  test('for generated schemas, with and without suggestions', () => {
    fc.assert(
      fc.property(fc.oneof(schema, referred), fc.string(), fc.boolean(), (wanted, seed, talks) => {
        const value = fillWith(wanted, talks ? words : undefined, seed)
        expect(value).not.toBeUndefined()
        expect(validate(value, JSON.parse(JSON.stringify(wanted)), '2020-12').errors).toEqual([])
      }),
      { numRuns: 1500 },
    )
  })

  test('for a schema that refers to itself', () => {
    const tree: JsonSchema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            left: { $ref: '#/$defs/side' },
            right: { $ref: '#/$defs/side' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
          required: ['name', 'left', 'right', 'children'],
          additionalProperties: false,
        },
        side: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
      },
    }
    expect(validate(fillWith(tree), JSON.parse(JSON.stringify(tree)), '2020-12').errors).toEqual([])
  })

  test.each<[string, Schema]>([
    [
      'zod',
      z.object({
        email: z.email(),
        date: z.iso.date(),
        at: z.iso.datetime(),
        url: z.url(),
        id: z.uuid(),
        pair: z.tuple([z.string(), z.number()]),
        prices: z.record(z.string(), z.number()),
        level: z.union([z.literal(1), z.literal('a')]),
        note: z.string().nullable(),
        shape: z.discriminatedUnion('type', [
          z.object({ type: z.literal('circle'), radius: z.int().positive() }),
          z.object({ type: z.literal('square') }),
        ]),
        code: z.string().regex(/^[A-Z]{3}-\d{2,4}$/),
        both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.number().positive().multipleOf(5) })),
        ip: z.ipv4(),
        time: z.iso.time(),
        edge: z.string().startsWith('ab').endsWith('z'),
        wait: z.iso.duration(),
        bytes: z.base64(),
        kind: z.enum(['x', 'y']),
        any: z.any(),
        slug: z.nanoid(),
        set: z.array(z.enum(['p', 'q', 'r'])).length(3),
      }),
    ],
    [
      'arktype',
      type({
        email: 'string.email',
        count: 'number.integer>0',
        'kind?': "'a'|'b'",
        names: 'string[]>=2',
        day: 'string.date.iso',
        id: 'string.uuid',
      }),
    ],
    [
      'valibot',
      toStandardJsonSchema(
        v.object({
          email: v.pipe(v.string(), v.email()),
          marks: v.pipe(v.array(v.picklist(['x', 'y', 'z'])), v.minLength(2)),
          day: v.pipe(v.string(), v.isoDate()),
          at: v.pipe(v.string(), v.isoTimestamp()),
          maybe: v.nullish(v.number()),
          shape: v.variant('kind', [
            v.object({ kind: v.literal('p') }),
            v.object({ kind: v.literal('q'), more: v.string() }),
          ]),
        }),
      ),
    ],
  ])('by the validator of %s', (_, wanted) => {
    expect(accepts(wanted, fillWith(toJsonSchema(wanted)))).toBe(true)
  })

  test.each<[string, JsonSchema]>([
    [
      'items that differ',
      { type: 'array', items: { type: 'integer', minimum: 1, maximum: 6 }, uniqueItems: true, minItems: 6 },
    ],
    ['choices that differ', { type: 'array', items: { enum: ['a', 'b', 'c', 'd'] }, uniqueItems: true, minItems: 4 }],
    [
      'short texts that differ',
      { type: 'array', items: { type: 'string', maxLength: 3 }, uniqueItems: true, minItems: 9 },
    ],
    [
      'exactly one of two',
      {
        oneOf: [
          { type: 'number', minimum: 0 },
          { type: 'number', maximum: 10 },
        ],
      },
    ],
    [
      'an item among the items',
      { type: 'array', items: { type: 'number' }, contains: { type: 'number', minimum: 100 }, minItems: 3 },
    ],
    [
      'names of a pattern',
      {
        type: 'object',
        propertyNames: { pattern: '^[a-z]{2}$' },
        additionalProperties: { type: 'boolean' },
        minProperties: 2,
      },
    ],
    [
      'what comes with a property',
      {
        type: 'object',
        properties: { card: { type: 'string' }, address: { type: 'string' } },
        required: ['card'],
        dependentRequired: { card: ['address'] },
      },
    ],
    [
      'what a condition asks for',
      {
        type: 'object',
        properties: { kind: { enum: ['a'] } },
        required: ['kind'],
        if: { properties: { kind: { const: 'a' } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { required: ['a'], properties: { a: { type: 'integer' } } },
      },
    ],
    [
      'a definition of draft 7',
      {
        definitions: { age: { type: 'integer', minimum: 18 } },
        type: 'object',
        properties: { age: { $ref: '#/definitions/age' } },
        required: ['age'],
      },
    ],
  ])('for a schema with %s', (_, wanted) => {
    expect(validate(fillWith(wanted), JSON.parse(JSON.stringify(wanted)), '2020-12').errors).toEqual([])
  })
})

test('a pattern that is invalid with the u flag is ignored', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string', pattern: '^\\_[a-z]$' } },
    required: ['name'],
  }
  expect(fillWith(schema)).toEqual({ name: 'Alex' })
})

test('a tuple of draft 7 is filled item by item', () => {
  const schema: JsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'array',
    items: [{ type: 'string' }, { type: 'integer', minimum: 3 }],
    additionalItems: false,
    minItems: 2,
  }
  expect(fillWith(schema)).toEqual(['a trip to Rome', 3])
})

describe('a suggestion', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      city: { type: 'string', maxLength: 10 },
      size: { enum: ['Small', 'Large'] },
      nights: { type: 'integer', maximum: 14 },
      note: { type: 'string' },
    },
    required: ['city'],
  }
  const said: Record<string, Json> = { city: 'Rome by the sea', size: 'large', nights: 99 }

  test('is converted to the form that the schema wants', () => {
    expect(fillWith(schema, ({ name }) => (name in said ? [said[name]!] : []))).toEqual({
      city: 'Rome by',
      size: 'Large',
      nights: 14,
    })
  })

  test('fills an optional property, which is absent without one', () => {
    expect(fillWith(schema)).toEqual({ city: 'Vienna' })
  })
})

test('a schema that nothing matches gives undefined', () => {
  expect(fillWith({ type: 'string', enum: [1, 2] })).toBeUndefined()
  expect(fillWith({ type: 'object', properties: { a: false }, required: ['a'] })).toBeUndefined()
})

test.each<[string, JsonSchema]>([
  ['items', { type: 'array', minItems: 1e9 }],
  ['contained items', { type: 'array', contains: { const: 1 }, minContains: 1e9 }],
  ['properties', { type: 'object', minProperties: 1e9 }],
  ['characters', { type: 'string', minLength: 1e12 }],
  ['repetitions', { type: 'string', pattern: '^a{1000000000}$' }],
  ['nested repetitions', { type: 'string', pattern: '^((a{500}){500}){500}$' }],
])('a schema that asks for too many %s gives undefined', (_, schema) => {
  expect(fillWith(schema)).toBeUndefined()
})

test('a regular expression that does not end is given up', () => {
  expect(fillWith({ type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(60)}!` })).toBeUndefined()
})

test('a broken pattern of properties is ignored', () => {
  expect(fillWith({ type: 'object', patternProperties: { '(': { type: 'string' } }, minProperties: 1 })).toEqual({
    item1: expect.anything(),
  })
})

test('the same seed gives the same data, and another seed gives other data', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' } },
    required: ['id'],
  }
  expect(fillWith(schema)).toEqual(fillWith(schema))
  expect(fillWith(schema)).not.toEqual(fillWith(schema, undefined, 'other'))
})

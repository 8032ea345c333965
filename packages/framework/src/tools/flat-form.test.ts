import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { ToolDefinitionError } from './errors.ts'
import { type FlatField, type FlatForm, toFlatForm } from './flat-form.ts'
import { type JsonSchema, jsonSchema, type Schema, toJsonSchema } from './schema.ts'

/** One field of a response, in each library that can say it. */
interface Sources {
  zod?: z.ZodType
  valibot?: v.GenericSchema
  arktype?: type.Any
  raw?: JsonSchema
}

function responsesOf({ zod, valibot, arktype, raw }: Sources): [string, Schema][] {
  const all: [string, Schema | undefined][] = [
    ['zod', zod && z.object({ field: zod })],
    ['valibot', valibot && toStandardJsonSchema(v.object({ field: valibot }))],
    ['arktype', arktype && type({ field: arktype })],
    ['raw', raw && jsonSchema({ type: 'object', properties: { field: raw }, required: ['field'] })],
  ]
  return all.filter((entry): entry is [string, Schema] => entry[1] !== undefined)
}

const ask = (schema: Schema): FlatForm => toFlatForm(toJsonSchema(schema, 'input'), 'pickFlight')
const titled = [
  { const: 'a', title: 'Aisle' },
  { const: 'w', title: 'Window' },
]

const fields: [string, FlatField, Sources][] = [
  [
    'a string',
    { type: 'string' },
    { zod: z.string(), valibot: v.string(), arktype: type('string'), raw: { type: 'string' } },
  ],
  [
    'a string with lengths',
    { type: 'string', minLength: 1, maxLength: 4 },
    {
      zod: z.string().min(1).max(4),
      valibot: v.pipe(v.string(), v.minLength(1), v.maxLength(4)),
      arktype: type('1 <= string <= 4'),
    },
  ],
  [
    'an email',
    { type: 'string', format: 'email' },
    { zod: z.email(), valibot: v.pipe(v.string(), v.email()), arktype: type('string.email') },
  ],
  [
    'a uri',
    { type: 'string', format: 'uri' },
    { zod: z.url(), valibot: v.pipe(v.string(), v.url()), arktype: type('string.url') },
  ],
  [
    'a date',
    { type: 'string', format: 'date' },
    {
      zod: z.iso.date(),
      valibot: v.pipe(v.string(), v.isoDate()),
      // arktype's own `string.date.iso` says no format.
      arktype: type('string').configure({ format: 'date' }),
    },
  ],
  [
    'a date-time',
    { type: 'string', format: 'date-time' },
    {
      zod: z.iso.datetime(),
      valibot: v.pipe(v.string(), v.isoTimestamp()),
      arktype: type('string').configure({ format: 'date-time' }),
    },
  ],
  [
    'a string of a format that MCP does not know',
    { type: 'string' },
    { zod: z.uuid(), valibot: v.pipe(v.string(), v.uuid()), raw: { type: 'string', format: 'hostname' } },
  ],
  ['arktype’s uuid, a union of strings', { type: 'string', description: 'a UUID' }, { arktype: type('string.uuid') }],
  [
    'a string with a pattern',
    { type: 'string' },
    {
      zod: z.string().regex(/^[A-Z]+$/),
      valibot: v.pipe(v.string(), v.regex(/^[A-Z]+$/)),
      arktype: type(/^[A-Z]+$/),
      raw: { type: 'string', pattern: '^[A-Z]+$', contentEncoding: 'base64', readOnly: true, examples: ['A'] },
    },
  ],
  ['an email with a second pattern', { type: 'string', format: 'email' }, { zod: z.string().startsWith('a').email() }],
  [
    'a number with bounds',
    { type: 'number', minimum: 1, maximum: 3 },
    {
      zod: z.number().min(1).max(3),
      valibot: v.pipe(v.number(), v.minValue(1), v.maxValue(3)),
      arktype: type('1 <= number <= 3'),
    },
  ],
  [
    'a number with exclusive bounds',
    { type: 'number' },
    {
      zod: z.number().gt(0).lt(1),
      valibot: v.pipe(v.number(), v.gtValue(0), v.ltValue(1)),
      arktype: type('0 < number < 1'),
    },
  ],
  [
    'an integer',
    { type: 'integer' },
    { zod: z.int(), valibot: v.pipe(v.number(), v.integer()), arktype: type('number.integer') },
  ],
  [
    'an integer with bounds',
    { type: 'integer', minimum: 1, maximum: 9 },
    {
      zod: z.int().min(1).max(9),
      valibot: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
      arktype: type('1 <= number.integer <= 9'),
    },
  ],
  [
    'an integer with exclusive bounds',
    { type: 'integer', minimum: 1, maximum: 9 },
    {
      zod: z.int().gt(0).lt(10),
      valibot: v.pipe(v.number(), v.integer(), v.gtValue(0), v.ltValue(10)),
      arktype: type('0 < number.integer < 10'),
      raw: { type: 'integer', minimum: -5, exclusiveMinimum: 0.5, exclusiveMaximum: 9.5, maximum: 50 },
    },
  ],
  ['a multiple', { type: 'number' }, { zod: z.number().multipleOf(0.5), raw: { type: 'number', multipleOf: 0.5 } }],
  ['a boolean', { type: 'boolean' }, { zod: z.boolean(), valibot: v.boolean(), arktype: type('boolean') }],
  ['a box to tick', { type: 'boolean' }, { zod: z.literal(true), valibot: v.literal(true), arktype: type('true') }],
  [
    'one of several strings',
    { type: 'string', enum: ['a', 'w'] },
    {
      zod: z.enum(['a', 'w']),
      valibot: v.picklist(['a', 'w']),
      arktype: type("'a' | 'w'"),
      raw: { enum: ['a', 'w'] },
    },
  ],
  [
    'a constant',
    { type: 'string', enum: ['a'] },
    { zod: z.literal('a'), valibot: v.literal('a'), arktype: type("'a'"), raw: { const: 'a' } },
  ],
  [
    'one of several titled strings',
    { type: 'string', oneOf: titled },
    {
      zod: z.union([z.literal('a').meta({ title: 'Aisle' }), z.literal('w').meta({ title: 'Window' })]),
      valibot: v.union([v.pipe(v.literal('a'), v.title('Aisle')), v.pipe(v.literal('w'), v.title('Window'))]),
      arktype: type
        .unit('a')
        .configure({ title: 'Aisle' })
        .or(type.unit('w').configure({ title: 'Window' })),
      raw: { type: 'string', oneOf: titled },
    },
  ],
  [
    'options of which some have a title',
    { type: 'string', oneOf: [titled[0]!, { const: 'w', title: 'w' }] },
    { raw: { anyOf: [titled[0], { enum: ['w'] }] } },
  ],
  [
    'options that all have the title of their field',
    { type: 'string', enum: ['a', 'w'], title: 'Seat' },
    {
      zod: z.enum(['a', 'w']).meta({ title: 'Seat' }),
      arktype: type.enumerated('a', 'w').configure({ title: 'Seat' }),
    },
  ],
  [
    'a union of unions',
    { type: 'string', enum: ['a', 'w', 'm'] },
    {
      zod: z.union([z.enum(['a', 'w']), z.literal('m')]),
      raw: { anyOf: [{ oneOf: [{ const: 'a' }, { const: 'w' }] }, { const: 'm' }] },
    },
  ],
  [
    'titles in the older spelling',
    { type: 'string', enum: ['a', 'w'], enumNames: ['Aisle', 'Window'] },
    { raw: { type: 'string', enum: ['a', 'w'], enumNames: ['Aisle', 'Window'] } },
  ],
  [
    'several of several strings',
    { type: 'array', items: { type: 'string', enum: ['a', 'w'] }, minItems: 1, maxItems: 2 },
    {
      zod: z
        .array(z.enum(['a', 'w']))
        .min(1)
        .max(2),
      valibot: v.pipe(v.array(v.picklist(['a', 'w'])), v.minLength(1), v.maxLength(2)),
      arktype: type("1 <= ('a' | 'w')[] <= 2"),
    },
  ],
  [
    'several of several titled strings',
    { type: 'array', items: { anyOf: titled }, default: ['a'] },
    {
      zod: z
        .array(z.union([z.literal('a').meta({ title: 'Aisle' }), z.literal('w').meta({ title: 'Window' })]))
        .meta({ default: ['a'] }),
      raw: { type: 'array', items: { oneOf: titled }, uniqueItems: true, default: ['a'] },
    },
  ],
  [
    'a field with a title and a description',
    { type: 'string', title: 'Name', description: 'Of the traveller' },
    {
      zod: z.string().meta({ title: 'Name', description: 'Of the traveller' }),
      valibot: v.pipe(v.string(), v.title('Name'), v.description('Of the traveller')),
      arktype: type('string').configure({ title: 'Name', description: 'Of the traveller' }),
    },
  ],
  ['a default of another type, left out', { type: 'string' }, { raw: { type: 'string', default: 7 } }],
  [
    'the input of a transform',
    { type: 'string' },
    { zod: z.string().transform(Number), arktype: type('string.numeric.parse') },
  ],
]

const cases = fields.flatMap(([what, expected, sources]) =>
  responsesOf(sources).map(([library, schema]) => ({ what, library, expected, schema })),
)

describe('toFlatForm', () => {
  it.each(cases)('asks for $what of $library', ({ expected, schema }) => {
    expect(ask(schema)).toEqual({ type: 'object', properties: { field: expected }, required: ['field'] })
  })

  it.each<[string, Schema, Partial<FlatField>]>([
    ['zod, optional', z.object({ field: z.boolean().optional() }), {}],
    ['zod, default', z.object({ field: z.boolean().default(true) }), { default: true }],
    ['valibot, optional', toStandardJsonSchema(v.object({ field: v.optional(v.boolean()) })), {}],
    ['valibot, default', toStandardJsonSchema(v.object({ field: v.optional(v.boolean(), true) })), { default: true }],
    ['arktype, optional', type({ 'field?': 'boolean' }), {}],
    // arktype writes no default for the input side.
    ['arktype, default', type({ field: 'boolean = true' }), {}],
  ])('does not require what may be left out (%s)', (_, schema, extra) => {
    expect(ask(schema)).toEqual({ type: 'object', properties: { field: { type: 'boolean', ...extra } } })
  })

  it.each<[string, Schema]>([
    ['zod, strict', z.strictObject({ a: z.string() })],
    ['zod, loose', z.looseObject({ a: z.string() })],
    ['valibot, strict', toStandardJsonSchema(v.strictObject({ a: v.string() }))],
    ['arktype, strict', type({ '+': 'reject', a: 'string' })],
  ])('leaves out what is said of other properties (%s)', (_, schema) => {
    expect(ask(schema)).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
  })

  it.each<[string, Schema]>([
    ['zod', z.object({})],
    ['valibot', toStandardJsonSchema(v.object({}))],
    ['arktype', type({})],
  ])('asks for nothing but consent with an empty object of %s', (_, schema) => {
    expect(ask(schema)).toEqual({ type: 'object', properties: {} })
  })

  it('follows references inside the schema', () => {
    const Seat = z.enum(['a', 'w']).meta({ id: '100% seat/row' })
    const seat: FlatField = { type: 'string', enum: ['a', 'w'] }
    expect(ask(z.object({ one: Seat, two: Seat, many: z.array(Seat) })).properties).toEqual({
      one: seat,
      two: seat,
      many: { type: 'array', items: seat },
    })
    const escaped = { $defs: { 'a/b c': { type: 'boolean', title: 'Old' } }, $ref: '#/$defs/form' }
    const form = { type: 'object', properties: { ok: { $ref: '#/$defs/a~1b%20c', title: 'New' } } }
    expect(toFlatForm({ ...escaped, $defs: { ...escaped.$defs, form } }, 'x').properties).toEqual({
      ok: { type: 'boolean', title: 'New' },
    })
  })

  it('keeps a field with an unfortunate name', () => {
    const properties = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "boolean"}}')
    expect(Object.keys(toFlatForm({ type: 'object', properties }, 'x').properties)).toEqual([
      '__proto__',
      'constructor',
    ])
  })

  it('does not change the schema it is given', () => {
    const schema = toJsonSchema(z.object({ a: z.email(), b: z.int().positive() }), 'input')
    const before = structuredClone(schema)
    toFlatForm(schema, 'x')
    expect(schema).toEqual(before)
  })
})

const misfits: [string, string, Sources][] = [
  [
    'a nested object',
    'is an object',
    { zod: z.object({ seat: z.string() }), valibot: v.object({ seat: v.string() }), arktype: type({ seat: 'string' }) },
  ],
  [
    'an array of objects',
    'is an array of objects',
    {
      zod: z.array(z.object({ seat: z.string() })),
      valibot: v.array(v.object({ seat: v.string() })),
      arktype: type({ seat: 'string' }).array(),
    },
  ],
  [
    'an array of strings',
    'is an array of strings',
    { zod: z.array(z.string()), valibot: v.array(v.string()), arktype: type('string[]') },
  ],
  [
    'a mixed array',
    'is an array of mixed items',
    { zod: z.array(z.union([z.string(), z.boolean()])), raw: { type: 'array' } },
  ],
  [
    'a tuple',
    'is a tuple',
    {
      zod: z.tuple([z.string()]),
      valibot: v.tuple([v.string()]),
      arktype: type(['string']),
      raw: { type: 'array', items: [{ enum: ['a'] }] },
    },
  ],
  [
    'a union',
    'is a union',
    {
      zod: z.union([z.string(), z.number()]),
      valibot: v.union([v.string(), v.number()]),
      arktype: type('string | number'),
    },
  ],
  [
    'a nullable string',
    'can be null (make it optional instead)',
    {
      zod: z.string().nullable(),
      valibot: v.nullable(v.string()),
      arktype: type('string | null'),
      raw: { type: ['string', 'null'] },
    },
  ],
  [
    'a nullable enum',
    'can be null (make it optional instead)',
    {
      zod: z.enum(['a', 'w']).nullable(),
      valibot: v.nullable(v.picklist(['a', 'w'])),
      arktype: type("'a' | 'w' | null"),
      raw: { enum: ['a', null] },
    },
  ],
  ['null', 'is always null', { zod: z.null(), valibot: v.null(), arktype: type('null') }],
  [
    'a record',
    'is a record',
    {
      zod: z.record(z.string(), z.string()),
      valibot: v.record(v.string(), v.string()),
      arktype: type('Record<string, string>'),
    },
  ],
  [
    'an enum of numbers',
    'is an enum of values that are not strings',
    {
      zod: z.literal([1, 2]),
      valibot: v.picklist([1, 2]),
      arktype: type('1 | 2'),
      raw: { type: 'number', enum: [1, 2] },
    },
  ],
  // arktype writes {} for a Date.
  ['anything', 'has no type', { zod: z.unknown(), valibot: v.unknown(), arktype: type('Date'), raw: {} }],
]

const misfitCases = misfits.flatMap(([what, found, sources]) =>
  responsesOf(sources).map(([library, schema]) => ({ what, library, found, schema })),
)

describe('toFlatForm refuses', () => {
  it.each(misfitCases)('$what of $library, naming the field', ({ found, schema }) => {
    expect(() => ask(schema)).toThrow(ToolDefinitionError)
    expect(() => ask(schema)).toThrow(
      `elicit "pickFlight": response field "field" ${found}; an MCP form holds only strings, numbers, booleans and enums. ` +
        `Flatten it, or add ui: 'in-app'`,
    )
  })

  it.each<[string, string, Schema]>([
    ['a string of zod', 'is a string', z.string()],
    ['a string of valibot', 'is a string', toStandardJsonSchema(v.string())],
    ['a string of arktype', 'is a string', type('string')],
    ['an array', 'is an array', z.array(z.enum(['a']))],
    ['a record', 'is a record', z.record(z.string(), z.string())],
    [
      'a union of objects',
      'is a union',
      z.discriminatedUnion('t', [z.object({ t: z.literal('a') }), z.object({ t: z.literal('b') })]),
    ],
    [
      'an intersection',
      'is an intersection',
      jsonSchema({ type: 'object', properties: {}, allOf: [{ properties: { a: {} } }] }),
    ],
    [
      'an object with alternatives',
      'is a union',
      jsonSchema({ type: 'object', properties: {}, anyOf: [{ required: ['a'] }] }),
    ],
    ['anything', 'has no type', z.unknown()],
  ])('%s as the whole response', (_, found, schema) => {
    expect(() => ask(schema)).toThrow(
      `elicit "pickFlight": the response ${found}, not an object of fields; an MCP form`,
    )
  })

  it('the first of several fields', () => {
    const schema = z.object({ ok: z.boolean(), seat: z.object({ row: z.int() }), bags: z.array(z.string()) })
    expect(() => ask(schema)).toThrow(/"seat" is an object/)
  })

  it.each<[string, JsonSchema, string]>([
    ['points at nothing', { $ref: '#/$defs/gone' }, 'refers to #/$defs/gone, which is not in the schema'],
    ['leaves the schema', { $ref: 'https://example.com/seat' }, 'refers to https://example.com/seat, which is not'],
    ['points at an anchor', { $ref: '#seat' }, 'refers to #seat, which is not in the schema'],
    ['turns in a circle', { $ref: '#/$defs/loop' }, 'refers to itself (#/$defs/loop)'],
    ['turns in a circle of unions', { $ref: '#/$defs/ring' }, 'refers to itself (#/$defs/ring)'],
    ['points at an object', { $ref: '#' }, 'is an object'],
  ])('a reference that %s', (_, field, found) => {
    const $defs = { loop: { $ref: '#/$defs/loop' }, ring: { anyOf: [{ $ref: '#/$defs/ring' }, { const: 'a' }] } }
    const schema = { type: 'object', properties: { field }, $defs }
    expect(() => toFlatForm(schema, 'x')).toThrow(`response field "field" ${found}`)
  })
})

describe('types', () => {
  it('tells fields apart by type', () => {
    expectTypeOf<FlatField['type']>().toEqualTypeOf<'string' | 'number' | 'integer' | 'boolean' | 'array'>()
    expectTypeOf<Extract<FlatField, { type: 'boolean' }>['default']>().toEqualTypeOf<boolean | undefined>()
  })

  it('knows only the formats of MCP', () => {
    expectTypeOf<{ type: 'object'; properties: { a: { type: 'string'; format: 'uuid' } } }>().not.toExtend<FlatForm>()
  })
})

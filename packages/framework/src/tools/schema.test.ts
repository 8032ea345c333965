import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { ToolDefinitionError } from './errors.ts'
import {
  type Checked,
  check,
  type InferInput,
  type InferOutput,
  isSchema,
  type JsonSchema,
  jsonSchema,
  type Schema,
  toJsonSchema,
} from './schema.ts'

type Trip = { flights: { id: string }[] }

const raw = {
  type: 'object',
  properties: { flights: { type: 'array', items: { $ref: '#/$defs/flight' } } },
  required: ['flights'],
  $defs: { flight: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
}

const libraries: Record<string, Schema<Trip>> = {
  zod: z.object({ flights: z.array(z.object({ id: z.string() })) }),
  valibot: toStandardJsonSchema(v.object({ flights: v.array(v.object({ id: v.string() })) })),
  arktype: type({ flights: type({ id: 'string' }).array() }),
  jsonSchema: jsonSchema<Trip>(raw),
}

/** Every schema in this file but one is synchronous. */
function checkNow<T>(schema: Schema<unknown, T>, value: unknown): Checked<T> {
  const checked = check(schema, value)
  if (checked instanceof Promise) throw new Error('expected a synchronous answer')
  return checked
}

function problemOf(schema: Schema, value: unknown): string {
  const checked = checkNow(schema, value)
  return checked.type === 'invalid' ? checked.problem : 'none'
}

it.each([
  [{ type: 'object' }, 'an Object'],
  [undefined, 'undefined'],
])('%j is no schema', (value, shown) => {
  expect(() => toJsonSchema(value as never, 'input')).toThrow(
    new ToolDefinitionError(`expected a zod, valibot or arktype schema, or jsonSchema(…), got ${shown}`),
  )
})

describe.each(Object.entries(libraries))('a schema of %s', (_, schema) => {
  it('is recognised', () => {
    expect(isSchema(schema)).toBe(true)
  })

  it('accepts a valid value at once', () => {
    const value = { flights: [{ id: 'BA1' }] }
    expect(check(schema, value)).toEqual({ type: 'valid', value })
  })

  it('names the place of a problem once', () => {
    const problem = problemOf(schema, { flights: [{ id: 'BA1' }, { id: 7 }] })
    expect(problem).toMatch(/^flights\[1\]\.id\b.*string/)
    expect(problem.split('flights')).toHaveLength(2)
  })

  it('joins several problems with a semicolon', () => {
    expect(problemOf(schema, { flights: [{ id: 1 }, { id: 2 }] })).toMatch(
      /^flights\[0\]\.id.*; flights\[1\]\.id[^;]*$/,
    )
  })

  it('says what is wrong with the root without a path', () => {
    expect(problemOf(schema, 'LHR')).toMatch(/^(Invalid|must be)/)
  })

  it('lists the first ten of many problems', () => {
    const problem = problemOf(schema, { flights: Array(25).fill({ id: 1 }) })
    expect(problem.split('; ')).toHaveLength(11)
    expect(problem).toMatch(/; and 15 more$/)
  })

  it('has the JSON Schema of an object', () => {
    expect(toJsonSchema(schema, 'input')).toMatchObject({ type: 'object', required: ['flights'] })
  })

  it('is converted once for each side', () => {
    expect(toJsonSchema(schema, 'input')).toBe(toJsonSchema(schema, 'input'))
    expect(toJsonSchema(schema, 'output')).toBe(toJsonSchema(schema, 'output'))
  })
})

describe('toJsonSchema', () => {
  it('tells the sides of a transform apart', () => {
    const schema = z.string().transform(Number).pipe(z.number())
    expect(toJsonSchema(schema, 'input')).toMatchObject({ type: 'string' })
    expect(toJsonSchema(schema, 'output')).toMatchObject({ type: 'number' })
  })

  it('tells how to wrap a valibot schema', () => {
    // A caller without type checks can pass one.
    const bare = v.object({ id: v.string() }) as unknown as Schema
    expect(isSchema(bare)).toBe(true)
    expect(() => toJsonSchema(bare, 'input')).toThrow(ToolDefinitionError)
    expect(() => toJsonSchema(bare, 'input')).toThrow(/toStandardJsonSchema.*@valibot\/to-json-schema/)
  })

  it('tells what another library needs', () => {
    const bare = { '~standard': { version: 1, vendor: 'acme', validate: () => ({ value: 1 }) } } as unknown as Schema
    expect(() => toJsonSchema(bare, 'input')).toThrow(/acme.*Standard JSON Schema.*jsonSchema\(\)/)
  })

  it.each<[string, Schema]>([
    ['zod', z.object({ on: z.date() })],
    ['valibot', toStandardJsonSchema(v.object({ on: v.date() }))],
  ])('keeps the cause when %s has a type that JSON Schema lacks', (_, schema) => {
    const error = thrownBy(() => toJsonSchema(schema, 'input'))
    expect(error).toBeInstanceOf(ToolDefinitionError)
    expect(error.message).toMatch(/date.*jsonSchema\(\)/i)
    expect(error.cause).toBeInstanceOf(Error)
  })
})

describe('jsonSchema', () => {
  it.each([[true], [undefined], ['string']])('refuses %j, which is no object', (schema) => {
    expect(() => jsonSchema(schema as never)).toThrow(
      new ToolDefinitionError(
        `jsonSchema() takes an object, and got ${JSON.stringify(schema)}; {} is the schema of any value`,
      ),
    )
  })

  it.each([
    [{ not: { uniqueItems: true } }, [2, 2], [2, 3]],
    [{ oneOf: [{ uniqueItems: true }, { maxItems: 2 }] }, [1, 1], [1, 2]],
  ])('%j accepts %j and refuses %j, also in long lists', (schema, accepted, refused) => {
    const { validate } = jsonSchema(schema)['~standard']
    expect(validate(accepted)).not.toHaveProperty('issues')
    expect(validate(refused)).toHaveProperty('issues')
    const long = Array.from({ length: 20_000 }, (_, i) => i)
    if ('not' in schema) expect(validate(long)).toHaveProperty('issues')
  })

  it('goes to the wire verbatim, also after it has validated', () => {
    const schema = {
      required: ['b'],
      properties: { b: { $ref: '#/definitions/b' } },
      definitions: { b: { type: 'string' } },
    }
    const before = JSON.stringify(schema)
    const made = jsonSchema(Object.freeze(schema))
    check(made, { b: 'x' })
    expect(toJsonSchema(made, 'input')).toBe(schema)
    expect(toJsonSchema(made, 'output')).toBe(schema)
    expect(JSON.stringify(schema)).toBe(before)
    expect(Object.getOwnPropertyNames(schema.properties.b)).toEqual(['$ref'])
  })

  // Only the older drafts ignore what stands beside a $ref.
  const beside = { $ref: '#/definitions/code', minLength: 3, definitions: { code: { type: 'string' } } }
  it.each([
    ['2020-12 without $schema', {}, 'invalid'],
    ['2020-12 by its $schema', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, 'invalid'],
    ['2019-09 by its $schema', { $schema: 'https://json-schema.org/draft/2019-09/schema' }, 'invalid'],
    ['draft-07 by its $schema', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'valid'],
    ['draft-04 by its $schema', { $schema: 'http://json-schema.org/draft-04/schema#' }, 'valid'],
  ])('validates as %s', (_, named, expected) => {
    expect(checkNow(jsonSchema({ ...named, ...beside }), 'x').type).toBe(expected)
  })

  it.each<[string, JsonSchema, unknown, string]>([
    ['a missing property', raw, {}, 'must have the property "flights"'],
    [
      'an unknown property',
      { additionalProperties: false, properties: { a: {} } },
      { b: 1 },
      'must not have the property "b"',
    ],
    [
      'a union, without its branches',
      { properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } },
      { a: true },
      'a: does not match any of the allowed forms',
    ],
    [
      'what follows a union',
      { properties: { a: { oneOf: [{ type: 'string' }] }, b: { type: 'string' } } },
      { a: 1, b: 2 },
      'a: must match exactly one of the allowed forms, and matches 0; b: must be of type string, not number',
    ],
    [
      'a name that a pointer escapes',
      { properties: { 'a/b c~d': { type: 'string' } } },
      { 'a/b c~d': 1 },
      'a/b c~d: must be of type string, not number',
    ],
    ['no value', raw, undefined, 'must be JSON, not undefined'],
    ['a bigint', {}, 1n, 'must be JSON, not bigint'],
  ])('describes %s', (_, schema, value, problem) => {
    expect(problemOf(jsonSchema(schema), value)).toBe(problem)
  })

  it('takes an undefined member for an absent one', () => {
    const schema = jsonSchema({ properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] })
    expect(checkNow(schema, { a: 'x', b: undefined }).type).toBe('valid')
    expect(problemOf(schema, { a: undefined })).toBe('must have the property "a"')
  })

  it('survives a value with more problems than a call has room for', () => {
    const schema = jsonSchema({ items: { type: 'string' } })
    expect(problemOf(schema, Array(400_000).fill(1))).toMatch(/^\[0\]: must be of type string/)
  })

  it('checks long text in the format url at once', () => {
    const schema = jsonSchema({ properties: { link: { type: 'string', format: 'url' } } })
    const begun = performance.now()
    expect(checkNow(schema, { link: `http://${'a'.repeat(50_000)} ` }).type).toBe('invalid')
    expect(performance.now() - begun).toBeLessThan(1_000)
    expect(checkNow(schema, { link: 'https://example.com/a' }).type).toBe('valid')
  })

  it.each<[string, JsonSchema, RegExp]>([
    ['a dangling $ref', { properties: { a: { $ref: '#/$defs/gone' } } }, /#\/\$defs\/gone/],
    ['a bad pattern', { properties: { a: { pattern: '(' } } }, /regular expression/],
    ['a bad property pattern', { patternProperties: { '(': {} } }, /regular expression/],
  ])('refuses %s when it is made', (_, schema, message) => {
    expect(() => jsonSchema(schema)).toThrow(ToolDefinitionError)
    expect(() => jsonSchema(schema)).toThrow(message)
  })
})

describe('check', () => {
  it('gives the transformed value', () => {
    expect(check(z.string().transform(Number), '7')).toEqual({ type: 'valid', value: 7 })
  })

  it('waits for an asynchronous schema', async () => {
    const taken = z.string().refine(async (name) => name !== 'root', 'is taken')
    const checked = check(taken, 'root')
    expect(checked).toBeInstanceOf(Promise)
    expect(await checked).toEqual({ type: 'invalid', problem: 'is taken' })
    expect(await check(taken, 'ada')).toEqual({ type: 'valid', value: 'ada' })
  })
})

describe('a problem', () => {
  const long = 'k'.repeat(500_000)

  it.each([
    ['names a property of the value', z.strictObject({}), { [long]: 1 }],
    ['is at a property of the value', z.record(z.string(), z.number()), { [long]: 'x' }],
    [
      'is what a transform throws',
      z.string().transform((text) => {
        throw new Error(text)
      }),
      long,
    ],
  ])('is cut where it %s, which may be long', async (_, schema, value) => {
    const checked = await check<unknown>(schema, value)
    expect(checked.type === 'invalid' && checked.problem).toMatch(/k{100}…$/)
    expect(checked.type === 'invalid' && checked.problem.length).toBeLessThan(2_100)
  })
})

describe('isSchema', () => {
  it.each([
    undefined,
    null,
    'x',
    {},
    () => {},
    { '~standard': null },
    { '~standard': {} },
    { '~standard': { validate: 1 } },
  ])('refuses %o', (value) => {
    expect(isSchema(value)).toBe(false)
  })
})

describe('types', () => {
  const fromZod = z.object({ n: z.string().transform(Number) })
  const fromValibot = toStandardJsonSchema(v.object({ n: v.pipe(v.string(), v.transform(Number)) }))
  const fromArktype = type({ n: 'string.numeric.parse' })
  const take = <S extends Schema>(schema: S): InferOutput<S> => schema as never

  it('infers both sides of every library', () => {
    expectTypeOf<InferInput<typeof fromZod>>().toEqualTypeOf<{ n: string }>()
    expectTypeOf<InferOutput<typeof fromZod>>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<InferInput<typeof fromValibot>>().toEqualTypeOf<{ n: string }>()
    expectTypeOf<InferOutput<typeof fromValibot>>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<InferInput<typeof fromArktype>>().toEqualTypeOf<{ n: string }>()
    expectTypeOf<InferOutput<typeof fromArktype>>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<InferOutput<Schema<Trip>>>().toEqualTypeOf<Trip>()
    expectTypeOf(jsonSchema({})).toEqualTypeOf<Schema<unknown>>()
  })

  it('infers through a constraint', () => {
    expectTypeOf(take(fromZod)).toEqualTypeOf<{ n: number }>()
    expectTypeOf(take(fromValibot)).toEqualTypeOf<{ n: number }>()
    expectTypeOf(take(fromArktype)).toEqualTypeOf<{ n: number }>()
    expectTypeOf(take(jsonSchema<Trip>({}))).toEqualTypeOf<Trip>()
  })

  it('infers what a check gives', () => {
    expectTypeOf(check(fromZod, 1)).toEqualTypeOf<Checked<{ n: number }> | Promise<Checked<{ n: number }>>>()
    expectTypeOf(check(fromArktype, 1)).toEqualTypeOf<Checked<{ n: number }> | Promise<Checked<{ n: number }>>>()
  })

  it('refuses a valibot schema that is not wrapped', () => {
    expectTypeOf<v.StringSchema<undefined>>().not.toExtend<Schema>()
  })
})

function thrownBy(fn: () => unknown): Error {
  try {
    fn()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('expected it to throw')
}

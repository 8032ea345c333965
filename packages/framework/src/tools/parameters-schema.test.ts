import { type } from 'arktype'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { ToolDefinitionError } from './errors.ts'
import { toParametersSchema } from './parameters-schema.ts'
import { jsonSchema, type Schema } from './schema.ts'

const build = (parameters: Schema) =>
  createMcpTool('tool')
    .parameters(parameters)
    .execute(function* () {})
    .build()

const one = z.object({ kind: z.literal('one'), a: z.string() })
const two = z.object({ kind: z.literal('two'), b: z.number() })
const tree: z.ZodType = z.object({ children: z.lazy(() => tree.array()) })

describe('the parameters of a tool', () => {
  it.each<[string, Schema]>([
    ['an object', one],
    ['a record', z.record(z.string(), z.number())],
    ['a union of objects', z.union([one, two])],
    ['a discriminated union', z.discriminatedUnion('kind', [one, two])],
    ['an intersection of objects', z.intersection(one, z.object({ c: z.string() }))],
    ['a recursive object', tree],
    ['a reference to an object', jsonSchema({ $ref: '#/$defs/one', $defs: { one: { type: 'object' } } })],
    ['an object by a list of types', jsonSchema({ type: ['object'] })],
    ['anything', z.unknown()],
    ['a union of an arktype', type({ a: 'string' }).or({ b: 'number' })],
  ])('may be %s, and are listed with type object', (_, parameters) => {
    expect(toParametersSchema('tool', build(parameters).parameters)).toMatchObject({ type: 'object' })
  })

  it.each<[string, Schema]>([
    ['a string', z.string()],
    ['a list', z.array(one)],
    ['a tuple', z.tuple([z.string()])],
    ['a union with a string', z.union([one, z.string()])],
    ['an enum', jsonSchema({ enum: [1, 2] })],
    ['an object or null', one.nullable()],
    ['several types', jsonSchema({ type: ['object', 'string'] })],
    [
      'a reference to nothing of its own',
      jsonSchema({ anyOf: [{ $ref: '#/$defs/x' }], $defs: { x: { type: 'array' } } }),
    ],
  ])('are refused when the tool is built if they are %s', (_, parameters) => {
    expect(() => build(parameters)).toThrow(ToolDefinitionError)
    expect(() => build(parameters)).toThrow('the parameters of tool "tool" must be an object schema')
  })

  it('are listed with type object if their schema is also that of a result', () => {
    const schema = jsonSchema({ anyOf: [{ type: 'object' }, { $ref: '#/anyOf/0' }] })
    const other = createMcpTool('other').output(schema)
    other.execute(function* () {}).build()
    expect(toParametersSchema('tool', build(schema).parameters)).toMatchObject({ type: 'object' })
  })

  it('go to the wire as they are if they have the type', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    expect(toParametersSchema('tool', jsonSchema(schema))).toBe(schema)
  })
})

import { type Schema as CfSchema, dereference, validate } from '@cfworker/json-schema'
import type { Json, JsonSchema } from './schema.ts'

/** A schema with its definitions. */
export interface SchemaBook {
  root: JsonSchema
  /** Returns the schema without `$ref` and `allOf`, or `undefined` if no value can match it. */
  open(schema: JsonSchema): JsonSchema | undefined
  accepts(schema: JsonSchema, value: Json): boolean
}

const MOST_REFERENCES = 32

export function createSchemaBook(schema: JsonSchema): SchemaBook {
  // The validator changes the schema it receives, and throws on patterns that are invalid with the `u` flag.
  const root: CfSchema = JSON.parse(JSON.stringify(schema), withoutBrokenPatterns)
  const draft = /draft-0[67]/.test(String(schema.$schema)) ? '7' : '2020-12'
  const lookup = dereference(root)

  function open(part: JsonSchema | boolean, references = 0): JsonSchema | undefined {
    if (part === true) return {}
    if (part === false || references > MOST_REFERENCES) return undefined
    const { $ref, allOf = [], ...rest } = part as CfSchema
    const target = $ref === undefined ? undefined : lookup[(part as CfSchema).__absolute_ref__ ?? $ref]
    if ($ref !== undefined && target === undefined) return undefined
    const parts = [...(target === undefined ? [] : [target]), ...allOf]
    const opened = parts.map((one) => open(one as JsonSchema | boolean, references + 1))
    return opened.reduce((merged, one) => merged && one && mergeSchemas(merged, one), rest as JsonSchema)
  }

  return {
    root: root as JsonSchema,
    open,
    accepts: (part, value) => validate(value, part as CfSchema, draft, lookup).valid,
  }
}

function withoutBrokenPatterns(keyword: string, value: unknown): unknown {
  if (keyword === 'pattern' && typeof value === 'string') return isPattern(value) ? value : undefined
  if (keyword !== 'patternProperties' || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([source]) => isPattern(source)))
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') !== undefined
  } catch {
    return false
  }
}

type Merge = (a: never, b: never) => unknown

const larger = (a: number, b: number) => Math.max(a, b)
const smaller = (a: number, b: number) => Math.min(a, b)
const both = (a: unknown, b: unknown) => ({ allOf: [a, b] })
const shared = (a: unknown, b: unknown) => {
  const second = [b].flat().map((value) => JSON.stringify(value))
  return [a].flat().filter((value) => second.includes(JSON.stringify(value)))
}

/** `integer` and `number` share `integer`. */
const sharedTypes = (a: string | string[], b: string | string[]) => {
  const narrow = (types: string | string[], others: string | string[]) =>
    [types].flat().filter((type) => others.includes(type) || (type === 'integer' && others.includes('number')))
  return [...new Set([...narrow(a, b), ...narrow(b, a)])]
}

const joined = (a: JsonSchema, b: JsonSchema) => {
  const merged = new Map(Object.entries(a))
  for (const [name, demand] of Object.entries(b))
    merged.set(name, merged.has(name) ? both(merged.get(name), demand) : demand)
  return Object.fromEntries(merged)
}

/** How the values of a keyword in two schemas become one. */
const RULES = new Map<string, Merge>(
  Object.entries({
    type: sharedTypes,
    enum: shared,
    minimum: larger,
    exclusiveMinimum: larger,
    maximum: smaller,
    exclusiveMaximum: smaller,
    minLength: larger,
    maxLength: smaller,
    minItems: larger,
    maxItems: smaller,
    minProperties: larger,
    maxProperties: smaller,
    required: (a: string[], b: string[]) => [...new Set([...a, ...b])],
    properties: joined,
    items: both,
    additionalProperties: both,
    // `fillString` accepts a list of patterns.
    pattern: (a: string | string[], b: string | string[]) => [a, b].flat(),
  }),
)

/** Returns a schema for both. It may be too loose: it is for generating values, and the originals validate them. */
function mergeSchemas(a: JsonSchema, b: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = { ...a }
  for (const [keyword, demand] of Object.entries(b)) {
    const rule = RULES.get(keyword)
    merged[keyword] =
      Object.hasOwn(a, keyword) && rule !== undefined ? rule(a[keyword] as never, demand as never) : demand
  }
  return merged
}

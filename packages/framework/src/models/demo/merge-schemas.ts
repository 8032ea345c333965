import type { JsonSchema } from '../../tools/schema.ts'

type Merge = (a: never, b: never) => unknown

const larger = (a: number, b: number) => Math.max(a, b)
const smaller = (a: number, b: number) => Math.min(a, b)
const both = (a: unknown, b: unknown) => ({ allOf: [a, b] })
const shared = (a: unknown, b: unknown) => {
  const second = [b].flat().map((value) => JSON.stringify(value))
  return [a].flat().filter((value) => second.includes(JSON.stringify(value)))
}

/** An integer is a number too. */
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

/** How two demands on the same thing become one. */
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
    // Whatever makes a text of a pattern takes several.
    pattern: (a: string | string[], b: string | string[]) => [a, b].flat(),
  }),
)

/** A schema that asks for what both ask for. It is for making values; the originals check them. */
export function mergeSchemas(a: JsonSchema, b: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = { ...a }
  for (const [keyword, demand] of Object.entries(b)) {
    const rule = RULES.get(keyword)
    merged[keyword] =
      Object.hasOwn(a, keyword) && rule !== undefined ? rule(a[keyword] as never, demand as never) : demand
  }
  return merged
}

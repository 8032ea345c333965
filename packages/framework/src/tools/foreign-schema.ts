import { isObject } from './json.ts'
import { type JsonSchema, jsonSchema, type Schema } from './schema.ts'

/**
 * A raw JSON Schema from outside, such as from the server of a hosted tool. It goes to the wire as it is, and is checked without
 * its regular expressions: a pattern of a few characters can block the process for hours.
 */
export function foreignSchema<T = unknown>(schema: JsonSchema): Schema<T> {
  const { '~standard': checked } = jsonSchema<T>(withoutPatterns(schema) as JsonSchema)
  return { '~standard': { ...checked, jsonSchema: { input: () => schema, output: () => schema } } }
}

/** Their names are those of properties and definitions, and none of them is a keyword. */
const NAMED: readonly string[] = ['properties', '$defs', 'definitions', 'dependentSchemas']

/** They hold values, not schemas. */
const VALUES: readonly string[] = ['const', 'enum', 'default', 'examples']

function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns)
  if (!isObject(schema)) return schema
  const { pattern, patternProperties, ...rest } = schema
  // Without the patterns it is unknown which properties are additional.
  const { additionalProperties, unevaluatedProperties, ...open } = rest
  const kept = patternProperties === undefined ? rest : open
  return mapValues(kept, (value, keyword) => {
    if (VALUES.includes(keyword)) return value
    return NAMED.includes(keyword) && isObject(value) ? mapValues(value, withoutPatterns) : withoutPatterns(value)
  })
}

const mapValues = (record: JsonSchema, map: (value: unknown, key: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))

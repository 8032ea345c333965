import { isObject } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'

/** Keywords that OpenAI accepts in a strict schema. It rejects the others, or did. */
const PLAIN = new Set([
  ...['$schema', '$ref', 'type', 'title', 'description', 'enum', 'const', 'required', 'additionalProperties'],
  ...['pattern', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'],
])

const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'])

/** Keywords that contain further schemas. */
const NESTING: Readonly<Record<string, (value: unknown) => unknown[]>> = {
  properties: (value) => Object.values(isObject(value) ? value : {}),
  $defs: (value) => Object.values(isObject(value) ? value : {}),
  definitions: (value) => Object.values(isObject(value) ? value : {}),
  items: (value) => [value],
  anyOf: (value) => [value].flat(),
}

/** Whether OpenAI accepts the schema as strict: every object closed, every property required, no unknown keyword. */
export const isStrictSchema = (schema: JsonSchema): boolean =>
  isObjectSchema(schema) && !('anyOf' in schema) && isStrict(schema)

function isStrict(schema: unknown): boolean {
  if (!isObject(schema)) return false
  if ((isObjectSchema(schema) || 'properties' in schema) && !isClosed(schema)) return false
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === 'format') return FORMATS.has(String(value))
    return PLAIN.has(keyword) || (Object.hasOwn(NESTING, keyword) && NESTING[keyword]!(value).every(isStrict))
  })
}

const isObjectSchema = ({ type }: JsonSchema): boolean => [type].flat().includes('object')

function isClosed({ properties, required, additionalProperties }: JsonSchema): boolean {
  const names = Object.keys(isObject(properties) ? properties : {})
  return additionalProperties === false && names.every((name) => Array.isArray(required) && required.includes(name))
}

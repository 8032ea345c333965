import { ToolDefinitionError } from './errors.ts'
import { isObject } from './json.ts'
import { type JsonSchema, type Schema, toJsonSchema } from './schema.ts'

const NO_PARAMETERS: JsonSchema = { type: 'object', properties: {} }

const wrapped = new WeakMap<JsonSchema, JsonSchema>()

/**
 * Returns the JSON Schema of a tool's arguments with `type: 'object'`, which MCP and every provider require: a listing with
 * another type cannot be read by clients. A union of objects gets the type added; throws a `ToolDefinitionError` for a
 * schema that takes something else.
 */
export function toParametersSchema(tool: string, parameters: Schema | undefined): JsonSchema {
  if (parameters === undefined) return NO_PARAMETERS
  const schema = toJsonSchema(parameters, 'input')
  if (schema.type === 'object') return schema
  const known = wrapped.get(schema)
  if (known !== undefined) return known
  if (!takesObjects(schema, schema)) {
    const found = typeof schema.type === 'string' ? `takes a value of type ${schema.type}` : 'takes more than objects'
    throw new ToolDefinitionError(
      `the parameters of tool "${tool}" must be an object schema, such as z.object({ … }); this one ${found}`,
    )
  }
  const object = { ...schema, type: 'object' }
  wrapped.set(schema, object)
  return object
}

/** Whether a schema takes nothing but objects, or says nothing about the type. */
function takesObjects(schema: unknown, root: JsonSchema, depth = 0): boolean {
  if (!isObject(schema) || depth > 20) return schema === true
  const { type, anyOf, oneOf, allOf, $ref } = schema
  if (type !== undefined) return type === 'object'
  if ('enum' in schema || 'const' in schema) return false
  const within = (part: unknown) => takesObjects(part, root, depth + 1)
  for (const union of [anyOf, oneOf, allOf]) if (Array.isArray(union) && !union.every(within)) return false
  return typeof $ref !== 'string' || within(resolve($ref, root))
}

/** Follows a reference within the schema. */
function resolve(ref: string, root: JsonSchema): unknown {
  if (!ref.startsWith('#')) return undefined
  let found: unknown = root
  for (const segment of ref.split('/').slice(1)) {
    const key = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    found = isObject(found) ? found[key] : undefined
  }
  return found
}

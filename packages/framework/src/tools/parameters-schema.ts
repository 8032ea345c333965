import { describe } from './describe.ts'
import { ToolDefinitionError } from './errors.ts'
import { isObject } from './json.ts'
import { type JsonSchema, type Schema, toJsonSchema } from './schema.ts'
import { referencesOf } from './schema-references.ts'

const NO_PARAMETERS: JsonSchema = { type: 'object', properties: {} }

/** As clients can read them: the same schema may be that of arguments and that of a result. */
const listedParameters = new WeakMap<JsonSchema, JsonSchema>()
const listedOutputs = new WeakMap<JsonSchema, JsonSchema>()

/**
 * Returns the JSON Schema of a tool's arguments with `type: 'object'`, which MCP and every provider require: a listing with
 * another type cannot be read by clients. A union of objects gets the type added; throws a `ToolDefinitionError` for a
 * schema that takes something else.
 */
export function toParametersSchema(tool: string, parameters: Schema | undefined): JsonSchema {
  if (parameters === undefined) return NO_PARAMETERS
  const schema = toJsonSchema(parameters, 'input')
  if (schema.type !== 'object' && !takesObjects(schema, schema)) {
    const found = typeof schema.type === 'string' ? `takes a value of type ${schema.type}` : 'takes more than objects'
    throw new ToolDefinitionError(
      `the parameters of tool "${tool}" must be an object schema, such as z.object({ … }); this one ${found}`,
    )
  }
  return toListable(listedParameters, `the parameters of tool "${tool}"`, schema, 'object')
}

/** Returns the JSON Schema of a tool's result, as clients can read it. */
export const toOutputSchema = (tool: string, output: Schema): JsonSchema =>
  toListable(listedOutputs, `the output of tool "${tool}"`, toJsonSchema(output, 'output'))

/**
 * Returns a schema that clients can read in a list of tools: there each property is an object, so `true` becomes `{}`. Throws a
 * `ToolDefinitionError` for one that is no JSON Schema.
 */
function toListable(
  listed: WeakMap<JsonSchema, JsonSchema>,
  what: string,
  schema: JsonSchema,
  type = schema.type,
): JsonSchema {
  const known = listed.get(schema)
  if (known !== undefined) return known
  const { properties, required } = schema
  if (properties !== undefined && !isObject(properties))
    throw new ToolDefinitionError(
      `${what} has \`properties\` that are ${describe(properties)}, not an object of schemas`,
    )
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string')))
    throw new ToolDefinitionError(`${what} has a \`required\` that is ${describe(required)}, not a list of names`)
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, toPart(`${what}: ${name}`, part)])
  const isRead = type === schema.type && parts.every(([name, part]) => part === properties?.[name as string])
  const read = isRead ? schema : { ...schema, type, ...(properties && { properties: Object.fromEntries(parts) }) }
  listed.set(schema, read)
  return read
}

function toPart(what: string, part: unknown): unknown {
  if (isObject(part)) return part
  if (typeof part === 'boolean') return part ? {} : { not: {} }
  throw new ToolDefinitionError(`${what} is ${describe(part)}, not a schema`)
}

/** Whether a schema takes nothing but objects, or says nothing about the type. */
function takesObjects(schema: unknown, root: JsonSchema, depth = 0): boolean {
  if (!isObject(schema) || depth > 20) return schema === true
  const { type, anyOf, oneOf, allOf } = schema
  if (type !== undefined) return [type].flat().every((name) => name === 'object')
  if ('enum' in schema || 'const' in schema) return false
  const within = (part: unknown) => takesObjects(part, root, depth + 1)
  for (const union of [anyOf, oneOf, allOf]) if (Array.isArray(union) && !union.every(within)) return false
  return referencesOf(root)
    .of(schema)
    .every(({ target }) => within(target))
}

import { type Schema as CfSchema, dereference, validate } from '@cfworker/json-schema'
import type { Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { mergeSchemas } from './merge-schemas.ts'

/** A schema with all that it refers to. */
export interface SchemaBook {
  root: JsonSchema
  /** The same schema without `$ref` and `allOf`, or undefined where nothing can match it. */
  open(schema: JsonSchema): JsonSchema | undefined
  accepts(schema: JsonSchema, value: Json): boolean
}

const MOST_REFERENCES = 32

export function createSchemaBook(schema: JsonSchema): SchemaBook {
  // The validator marks the schema it is given, and stumbles over patterns that only older dialects allow.
  const root: CfSchema = JSON.parse(JSON.stringify(schema), (keyword, value) =>
    keyword === 'pattern' && typeof value === 'string' && !isPattern(value) ? undefined : value,
  )
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

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') !== undefined
  } catch {
    return false
  }
}

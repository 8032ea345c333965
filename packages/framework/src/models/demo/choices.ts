import type { Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'

/** The values that a schema lists, however it does: as a constant, an enum or a choice of those. */
export function choicesOf(schema: JsonSchema): Json[] {
  if (schema.const !== undefined) return [schema.const as Json]
  if (Array.isArray(schema.enum)) return schema.enum
  const options = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(options)) return []
  return options.flatMap((option) => (typeof option === 'object' && option !== null ? choicesOf(option) : []))
}

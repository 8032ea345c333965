export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export type JsonSchema = { readonly [keyword: string]: unknown }

/** Whether a schema names one of these types. */
export const asksFor = ({ type }: JsonSchema, ...types: readonly string[]): boolean =>
  [type].flat().some((one) => typeof one === 'string' && types.includes(one))

/** Returns the values that a schema lists: as a constant, as an enum, or as a choice of those. */
export function choicesOf(schema: JsonSchema): Json[] {
  if (schema.const !== undefined) return [schema.const as Json]
  if (Array.isArray(schema.enum)) return schema.enum
  const options = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(options)) return []
  return options.flatMap((option) => (typeof option === 'object' && option !== null ? choicesOf(option) : []))
}

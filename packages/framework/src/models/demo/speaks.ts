import type { JsonSchema } from '../../tools/schema.ts'
import { adapt } from './adapt.ts'
import type { Filling, Place } from './place.ts'

const DEEPEST_LOOK = 3

/** Whether somebody has something to say that fits in a place, or in a place within it. */
export function speaks(place: Place, filling: Filling, look = 0): boolean {
  const opened = look > DEEPEST_LOOK ? undefined : filling.book.open(place.schema)
  if (opened === undefined) return false
  const suggested = filling.suggest({ ...place, schema: opened }).flatMap((value) => adapt(value, opened))
  if (suggested.some((value) => filling.book.accepts(place.schema, value))) return true
  const { anyOf = [], oneOf = [], properties = {}, items } = opened
  const options = [...(anyOf as JsonSchema[]), ...(oneOf as JsonSchema[])]
  if (options.some((schema) => speaks({ ...place, schema }, filling, look + 1))) return true
  const inner = { ...place, required: false, depth: place.depth + 1 }
  if (typeof items === 'object' && items !== null && !Array.isArray(items)) {
    if (speaks({ ...inner, schema: items as JsonSchema }, filling, look + 1)) return true
  }
  return Object.entries(properties as Record<string, JsonSchema>).some(([name, schema]) =>
    speaks({ ...inner, name, schema }, filling, look + 1),
  )
}

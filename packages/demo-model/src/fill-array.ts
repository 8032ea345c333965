import { type Filler, type Filling, type Json, type JsonSchema, MOST, type Place } from './schema.ts'

/** The number of items without other bounds. Arrays below `DEEP` are as short as allowed, so that recursive data ends. */
const USUAL = 2
const DEEP = 3

export const fillArray: Filler = function* (schema, place, filling) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, minContains = 1 } = schema as { [keyword: string]: number }
  if (Math.max(minItems, minContains) > MOST.items) return
  const { prefixItems, contains, uniqueItems = false } = schema as { [keyword: string]: JsonSchema | undefined }
  const fixed = [...fixedItems(prefixItems ?? schema.items), ...(contains ? Array(minContains).fill(contains) : [])]
  const others = (Array.isArray(schema.items) ? schema.additionalItems : schema.items) as JsonSchema | undefined
  const fewest = Math.max(minItems, contains ? fixed.length : 0)
  const usual = Math.min(maxItems, Math.max(fewest, fixed.length, place.depth < DEEP ? USUAL : 0))
  const items: Json[] = []
  for (let index = 0; items.length < usual; index++) {
    const item = fixed[index] ?? others ?? {}
    const value = nextItem(item, place, filling, index, uniqueItems ? items : [])
    if (value === undefined) break
    items.push(value)
  }
  yield items
  yield items.slice(0, fewest)
}

const fixedItems = (items: unknown): JsonSchema[] => (Array.isArray(items) ? items : [])

const MOST_TRIES = 40

/** Returns an item that is not among `taken`. */
function nextItem(
  schema: JsonSchema,
  place: Place,
  filling: Filling,
  index: number,
  taken: readonly Json[],
): Json | undefined {
  const known = new Set(taken.map((value) => JSON.stringify(value)))
  for (let tried = index; tried < index + MOST_TRIES; tried++) {
    const path = `${place.path}[${tried}]`
    const value = filling.fill({
      ...place,
      schema,
      path,
      index: tried,
      ordinal: tried,
      required: true,
      depth: place.depth + 1,
    })
    if (value === undefined || !known.has(JSON.stringify(value))) return value
  }
  return undefined
}

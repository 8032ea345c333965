import { adapt } from './adapt.ts'
import { type Filler, type Filling, type Json, type JsonSchema, MOST, type Place } from './schema.ts'

/** Yields an object with the required properties and those that have a suggestion, then one with the required ones only. */
export const fillObject: Filler = function* (schema, place, filling) {
  const required = requiredOf(schema)
  const entries: [string, Json][] = []
  for (const child of childrenOf(schema, required, place, filling)) {
    const value = fillChild(child, filling)
    if (value === undefined && child.required) return
    if (value !== undefined) entries.push([child.name, value])
  }
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema as { [keyword: string]: number }
  if (minProperties > entries.length + MOST.items) return
  const lean = entries.filter(([name]) => required.has(name))
  const suggested = entries.filter(([name]) => !required.has(name)).slice(0, Math.max(0, maxProperties - lean.length))
  for (const some of [[...lean, ...suggested], lean]) {
    yield Object.fromEntries([...some, ...extras(schema, place, filling, minProperties - some.length, some)])
  }
}

/** Adds the names that `dependentRequired` demands for required names. */
function requiredOf({ required = [], dependentRequired = {} }: JsonSchema): Set<string> {
  const names = new Set(required as string[])
  const dependents = new Map(Object.entries(dependentRequired as Record<string, string[]>))
  for (const name of names) for (const other of dependents.get(name) ?? []) names.add(other)
  return names
}

function* childrenOf(schema: JsonSchema, required: Set<string>, place: Place, filling: Filling): Generator<Place> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const counts = new Map<unknown, number>()
  for (const name of new Set([...Object.keys(properties), ...required])) {
    const child = Object.hasOwn(properties, name) ? properties[name]! : otherSchema(schema, name)
    const type = String(filling.book.open(child)?.type)
    const ordinal = counts.get(type) ?? 0
    counts.set(type, ordinal + 1)
    const path = `${place.path}.${name}`
    yield {
      schema: child,
      name,
      path,
      required: required.has(name),
      index: place.index,
      ordinal,
      depth: place.depth + 1,
    }
  }
}

function fillChild(child: Place, filling: Filling): Json | undefined {
  if (hasSuggestion(child, filling)) return filling.fill(child)
  if (!child.required) return undefined
  return filling.book.open(child.schema)?.type !== undefined && filling.book.accepts(child.schema, null)
    ? null
    : filling.fill(child)
}

const DEEPEST_LOOK = 3

/** Whether a suggestion fits in a place, or in a place within it. */
function hasSuggestion(place: Place, filling: Filling, look = 0): boolean {
  const opened = look > DEEPEST_LOOK ? undefined : filling.book.open(place.schema)
  if (opened === undefined) return false
  const suggested = filling.suggest({ ...place, schema: opened }).flatMap((value) => adapt(value, opened))
  if (suggested.some((value) => filling.book.accepts(place.schema, value))) return true
  const { anyOf = [], oneOf = [], properties = {}, items } = opened
  const options = [...(anyOf as JsonSchema[]), ...(oneOf as JsonSchema[])]
  if (options.some((schema) => hasSuggestion({ ...place, schema }, filling, look + 1))) return true
  const inner = { ...place, required: false, depth: place.depth + 1 }
  if (typeof items === 'object' && items !== null && !Array.isArray(items)) {
    if (hasSuggestion({ ...inner, schema: items as JsonSchema }, filling, look + 1)) return true
  }
  return Object.entries(properties as Record<string, JsonSchema>).some(([name, schema]) =>
    hasSuggestion({ ...inner, name, schema }, filling, look + 1),
  )
}

/** Returns the schema of a property that `properties` does not name. */
function otherSchema({ patternProperties = {}, additionalProperties = {} }: JsonSchema, name: string): JsonSchema {
  const pattern = Object.entries(patternProperties as object).find(([source]) => new RegExp(source, 'u').test(name))
  return (pattern?.[1] ?? additionalProperties) as JsonSchema
}

/** Yields properties with made-up names, for `minProperties`. */
function* extras(
  schema: JsonSchema,
  place: Place,
  filling: Filling,
  count: number,
  taken: [string, Json][],
): Generator<[string, Json]> {
  const names = new Set(taken.map(([name]) => name))
  for (let index = 0, added = 0; added < count && index < count + 20; index++) {
    const at = { ...place, path: `${place.path}.+${index}`, depth: place.depth + 1, index, required: true }
    const named = schema.propertyNames as JsonSchema | undefined
    const name =
      named === undefined ? `item${index + 1}` : filling.fill({ ...at, schema: { type: 'string', allOf: [named] } })
    if (typeof name !== 'string' || names.has(name)) continue
    const value = filling.fill({ ...at, name, schema: otherSchema(schema, name) })
    if (value === undefined) return
    names.add(name)
    added++
    yield [name, value]
  }
}

import type { Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import type { Filler, Filling, Place } from './place.ts'
import { speaks } from './speaks.ts'

/** What is required, and of the rest what somebody has something to say about. Then, in case, only what is required. */
export const fillObject: Filler = function* (schema, place, filling) {
  const required = requiredOf(schema)
  const entries: [string, Json][] = []
  for (const child of childrenOf(schema, required, place, filling)) {
    const value = fillChild(child, filling)
    if (value === undefined && child.required) return
    if (value !== undefined) entries.push([child.name, value])
  }
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema as { [keyword: string]: number }
  const lean = entries.filter(([name]) => required.has(name))
  const spoken = entries.filter(([name]) => !required.has(name)).slice(0, Math.max(0, maxProperties - lean.length))
  for (const some of [[...lean, ...spoken], lean]) {
    yield Object.fromEntries([...some, ...extras(schema, place, filling, minProperties - some.length, some)])
  }
}

/** Names that others bring with them are required too. */
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
  if (speaks(child, filling)) return filling.fill(child)
  if (!child.required) return undefined
  return filling.book.open(child.schema)?.type !== undefined && filling.book.accepts(child.schema, null)
    ? null
    : filling.fill(child)
}

/** What a property must be that the schema does not name. */
function otherSchema({ patternProperties = {}, additionalProperties = {} }: JsonSchema, name: string): JsonSchema {
  const pattern = Object.entries(patternProperties as object).find(([source]) => new RegExp(source, 'u').test(name))
  return (pattern?.[1] ?? additionalProperties) as JsonSchema
}

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

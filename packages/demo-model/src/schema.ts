import type { SchemaBook } from './schema-book.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export type JsonSchema = { readonly [keyword: string]: unknown }

/** What data has at most: a schema of others may ask for more than fits into memory. Nothing is made for such a schema. */
export const MOST = { characters: 10_000, items: 1_000 } as const

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

/** A place in data that needs a value. */
export interface Place {
  schema: JsonSchema
  /** The name of the property. Items have the name of their array. */
  name: string
  /** Where the place is. Drawn values differ from path to path. */
  path: string
  required: boolean
  /** The index among the items of an array, so that items differ. */
  index: number
  /** The position among the properties of the same type, for values that a message gives in order. */
  ordinal: number
  depth: number
}

/** Returns values for a place, the best first. Values that do not fit the schema are skipped. */
export type Suggest = (place: Place) => readonly Json[]

/** What one filling of a schema works with. */
export interface Filling {
  book: SchemaBook
  suggest: Suggest
  seed: string
  /** As `YYYY-MM-DD`. */
  today: string
  /** Words for texts that have no suggestion. */
  subject: string
  fill(place: Place): Json | undefined
}

/** Generates values of one type, the most sensible first. The schema has no `$ref` and no `allOf` left. */
export type Filler = (schema: JsonSchema, place: Place, filling: Filling) => Iterable<Json>

import type { Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { draw, toRandom } from '../../tools/seed.ts'
import type { SchemaBook } from './schema-book.ts'

/** A place in data that a value is wanted for. */
export interface Place {
  schema: JsonSchema
  /** The name of the property; items have the name of their array. */
  name: string
  /** Where it is, for values that differ from place to place. */
  path: string
  required: boolean
  /** Which one it is of the items of an array, so that they differ. */
  index: number
  /** Which one it is of those of its type beside it, for what is said in an order. */
  ordinal: number
  depth: number
}

/** What somebody would put into a place, the best first. What does not fit there is passed over. */
export type Suggest = (place: Place) => readonly Json[]

/** What one filling of a schema goes by. */
export interface Filling {
  book: SchemaBook
  suggest: Suggest
  seed: string
  /** Some words on what it is all about, for texts that nobody suggests. */
  subject: string
  fill(place: Place): Json | undefined
}

/** Ways to make a value of a type, the most sensible first. The schema has been opened. */
export type Filler = (schema: JsonSchema, place: Place, filling: Filling) => Iterable<Json>

/** A number in [0, 1) that is always the same for a seed and a path. */
export const drawn = (seed: string, path: string): number => toRandom(draw(seed, path, 0))

/** The list, beginning at a place that is always the same for a seed and a path. */
export function turned<T>(list: readonly T[], seed: string, path: string, index = 0): T[] {
  const start = list.length === 0 ? 0 : (Math.floor(drawn(seed, path) * list.length) + index) % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

/** The parts of the schemas of patches, commands and states. The message of a schema completes "the field must be …". */
import {
  array,
  boolean,
  custom,
  type GenericSchema,
  type InferOutput,
  is,
  type ObjectEntries,
  type ObjectSchema,
  object,
  safeParse,
  string,
} from 'valibot'
import { isObject, type Json } from '../tools/json.ts'

export const text: GenericSchema<string> = string('a string')
export const flag: GenericSchema<boolean> = boolean('true or false')
/** Finite: `JSON.parse` reads `1e999` as infinity. */
export const number: GenericSchema<number> = custom<number>(Number.isFinite, 'a number')
/** A JSON value whose content is not inspected. */
export const json: GenericSchema<Json> = custom<Json>((value) => value !== undefined, 'a value')
/** An object whose content is not inspected. */
export const opaque = <T>(): GenericSchema<T> => custom<T>(isObject, 'an object')
/** A string, typed as the values that are known today. A newer server may send another one. */
export const word = <T extends string>(): GenericSchema<T> => text as GenericSchema<unknown> as GenericSchema<T>
export const list = <T>(item: GenericSchema<T>): GenericSchema<T[]> => array(item, 'an array')
/** An object inside a field. */
export const part = <T extends ObjectEntries>(entries: T): GenericSchema<InferEntries<T>> =>
  object(entries, 'an object')

type InferEntries<T extends ObjectEntries> = InferOutput<ObjectSchema<T, undefined>>

/** The fields of a `T`, which may have others too. */
export interface Fields<T> {
  readonly checks: readonly { field: string; schema: GenericSchema; isOptional: boolean }[]
  /** Never set: it carries the type. */
  readonly type?: T
}

export type InferFields<F> = F extends Fields<infer T> ? T : never

export const fields = <T extends ObjectEntries>(entries: T): Fields<InferEntries<T>> => ({
  checks: Object.entries(entries).map(([field, schema]) => ({
    field,
    schema: schema as GenericSchema,
    isOptional: schema.type === 'exact_optional',
  })),
})

/**
 * Returns the first problem of `value` with the path of its field, or `undefined`. The work is linear in the size of `value`.
 * The fields are checked one by one, since an object schema would copy the object: that takes twice as long as the checks.
 */
export function problemWith({ checks }: Fields<unknown>, value: unknown): string | undefined {
  if (!isObject(value)) return 'it must be an object'
  for (const { field, schema, isOptional } of checks) {
    const found = value[field]
    if (found === undefined) {
      if (!isOptional) return `${field} is missing`
    } else if (!is(schema, found)) return problemIn(field, schema, found)
  }
  return undefined
}

function problemIn(field: string, schema: GenericSchema, found: unknown): string {
  const { message, path = [] } = safeParse(schema, found, { abortEarly: true }).issues![0]
  const name = [field, ...path.map(({ key }) => key)].join('.')
  return path.at(-1)?.origin === 'key' ? `${name} is missing` : `${name} must be ${message}`
}

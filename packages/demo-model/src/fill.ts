import { adapt } from './adapt.ts'
import { fillArray } from './fill-array.ts'
import { fillNumber } from './fill-number.ts'
import { fillObject } from './fill-object.ts'
import { fillString } from './fill-string.ts'
import { rotate } from './random.ts'
import { choicesOf, type Filler, type Filling, type Json, type JsonSchema, type Place } from './schema.ts'
import { createSchemaBook } from './schema-book.ts'

const FILLERS: Record<string, Filler> = {
  object: fillObject,
  array: fillArray,
  string: fillString,
  number: fillNumber,
  integer: fillNumber,
  boolean: (_, { index }) => (index % 2 === 0 ? [false, true] : [true, false]),
  null: () => [null],
}

/** Returns data that matches a schema, made of suggestions where they fit, or `undefined` if none was found. */
export function fill(
  schema: JsonSchema,
  { suggest, seed, today, subject }: Pick<Filling, 'suggest' | 'seed' | 'today' | 'subject'>,
): Json | undefined {
  const book = createSchemaBook(schema)
  const filling: Filling = { book, suggest, seed, today, subject, fill: (place) => fillPlace(place, filling) }
  const root = { schema: book.root, name: '', path: '', required: true, index: 0, ordinal: 0, depth: 0 }
  return withinTime(() => filling.fill(root))
}

/** Milliseconds for the data of one schema. */
const LONGEST = 2_000

/**
 * Returns what `act` returns, or `undefined` if it takes too long: a regular expression in a schema of others may run for ever.
 * Without `node:vm` there is no limit.
 */
function withinTime<T>(act: () => T): T | undefined {
  const vm = globalThis.process?.getBuiltinModule?.('node:vm')
  if (vm === undefined) return act()
  try {
    return vm.runInNewContext('act()', { act }, { timeout: LONGEST })
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

const DEEPEST = 12

function fillPlace(place: Place, filling: Filling): Json | undefined {
  if (place.depth > DEEPEST) return undefined
  for (const value of candidates(place.schema, place, filling)) {
    if (filling.book.accepts(place.schema, value)) return value
  }
  return undefined
}

function* candidates(schema: JsonSchema, place: Place, filling: Filling): Generator<Json> {
  const opened = filling.book.open(schema)
  if (opened === undefined) return
  const { default: preset, examples } = opened as { [keyword: string]: Json | undefined }
  for (const value of filling.suggest({ ...place, schema: opened })) yield* adapt(value, opened)
  if (preset !== undefined) yield preset
  if (Array.isArray(examples)) yield* examples
  yield* rotate(choicesOf(opened), filling.seed, place.path, place.index)
  for (const option of optionsOf(opened, place)) yield* candidates(option, place, filling)
  for (const type of typesOf(opened)) yield* FILLERS[type]?.(opened, place, filling) ?? []
}

/** Returns each alternative of a schema as a schema of its own. Deep down, plain ones go first, so that recursive data ends. */
function optionsOf(schema: JsonSchema, { depth }: Place): JsonSchema[] {
  const keyword = ['anyOf', 'oneOf', 'if'].find((one) => one in schema)
  if (keyword === undefined) return []
  const { [keyword]: demand, ...rest } = schema
  const options = keyword === 'if' ? [{ allOf: [demand, rest.then ?? {}] }, rest.else ?? {}] : (demand as unknown[])
  const sorted = depth > 2 ? options.toSorted((a, b) => weightOf(a) - weightOf(b)) : options
  return sorted.map((option) => ({ ...rest, allOf: [option] }))
}

const weightOf = (option: unknown): number =>
  /"(\$ref|object|array|properties|items)"/.test(JSON.stringify(option)) ? 1 : 0

/** Returns the types that a schema allows. Without a `type`, those that its keywords are for go first. */
function typesOf(schema: JsonSchema): string[] {
  if (schema.type !== undefined) return [schema.type as string | string[]].flat()
  const implied = Object.keys(KEYWORDS).filter((type) => KEYWORDS[type]!.some((keyword) => keyword in schema))
  return [...new Set([...implied, 'string', 'object', 'array', 'number', 'boolean', 'null'])]
}

const KEYWORDS: Record<string, string[]> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'contains'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
}

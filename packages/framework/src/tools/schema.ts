import { type Schema as CfSchema, dereference, type SchemaDraft, validate } from '@cfworker/json-schema'
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { describe as describeValue, messageOf } from './describe.ts'
import { ToolDefinitionError } from './errors.ts'
import { evaluateSchema, SchemaWorkError } from './evaluate-schema.ts'
import { freezeJson, isObject, type Json } from './json.ts'
import { referencesOf } from './schema-references.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** A Standard Schema that also has a JSON Schema form: zod 4, arktype, valibot by `toStandardJsonSchema`, or `jsonSchema()`. */
export interface Schema<In = unknown, Out = In> {
  readonly '~standard': StandardSchemaV1.Props<In, Out> & StandardJSONSchemaV1.Props<In, Out>
}

export type InferInput<S extends Schema> = StandardSchemaV1.InferInput<S>
export type InferOutput<S extends Schema> = StandardSchemaV1.InferOutput<S>

/** What `isSchema` accepts, for errors. */
export const SOME_SCHEMA = 'a zod, valibot or arktype schema, or jsonSchema(…)'

/** Whether a value is a Standard Schema. That it also has a JSON Schema form is for `toJsonSchema` to find out, and to say. */
export function isSchema(value: unknown): value is Schema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value))
    return false
  const standard = value['~standard']
  return (
    typeof standard === 'object' &&
    standard !== null &&
    'validate' in standard &&
    typeof standard.validate === 'function'
  )
}

const converted = { input: new WeakMap<Schema, JsonSchema>(), output: new WeakMap<Schema, JsonSchema>() }

/** The JSON Schema of one side of a schema (draft 2020-12), as its library writes it; of a `jsonSchema()`, the very object it was given. */
export function toJsonSchema(schema: Schema, side: 'input' | 'output'): JsonSchema {
  const known = converted[side].get(schema)
  if (known) return known
  if (!isSchema(schema)) throw new ToolDefinitionError(`expected ${SOME_SCHEMA}, got ${describeValue(schema)}`)
  // A plain Standard Schema passes isSchema, and has no converter.
  const { vendor, jsonSchema: converter } = schema['~standard'] as Partial<Schema['~standard']>
  if (!converter) {
    const remedy =
      vendor === 'valibot'
        ? 'wrap it with toStandardJsonSchema() from @valibot/to-json-schema'
        : 'use a library that implements Standard JSON Schema (zod 4, arktype), or jsonSchema()'
    throw new ToolDefinitionError(`The ${vendor} schema has no JSON Schema form: ${remedy}.`)
  }
  try {
    const json = converter[side]({ target: 'draft-2020-12' })
    converted[side].set(schema, json)
    return json
  } catch (cause) {
    throw new ToolDefinitionError(
      `The ${side} of a ${vendor} schema has no JSON Schema form (${messageOf(cause)}): use types that JSON can carry, or jsonSchema().`,
      { cause },
    )
  }
}

/** Returns a copy that cannot be changed at any depth, for the peers that receive it. */
export const freezeSchema = (schema: object): JsonSchema => freezeJson(schema as Record<string, Json>)

/** Units of work for one check. The largest arguments and answers of an ordinary schema need fewer. */
const WORK = 2_000_000

/** Members of a value up to which the validator describes all that is wrong with it. */
const SMALL = 1_000

/**
 * A schema made of a raw JSON Schema: draft 2020-12, or the draft its `$schema` names. It goes to the wire verbatim; `T` is
 * taken on trust. A check that takes too much work fails: a client chooses the value, and the validator alone would compare
 * every two items of a list, and follow every branch of a union.
 */
export function jsonSchema<T = unknown>(schema: JsonSchema): Schema<T> {
  if (!isObject(schema))
    throw new ToolDefinitionError(
      `jsonSchema() takes an object, and got ${describeValue(schema)}; {} is the schema of any value`,
    )
  const isMeasured = canMeasure(schema)
  const text = JSON.stringify(schema)
  const canStrip = isMeasured && !REVERSING.test(text)
  // The validator marks the schema it is given, and refuses a frozen one.
  const copy: CfSchema = JSON.parse(canStrip ? JSON.stringify(schema, withoutUniqueItems) : text)
  const draft = draftOf(schema)
  const lookup = lookupOf(copy)
  const validateAll = (value: unknown, isShort: boolean): StandardSchemaV1.Result<T> => {
    try {
      return toResult<T>(value, validate(value, copy, draft, lookup, isShort))
    } catch {
      // It throws on what JSON has no word for (an undefined member), and on more errors than a call can spread.
      try {
        return toResult<T>(value, validate(JSON.parse(JSON.stringify(value)), copy, draft, lookup, true))
      } catch (error) {
        return { issues: [{ message: `cannot be checked as JSON: ${messageOf(error)}` }] }
      }
    }
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'json-schema',
      jsonSchema: { input: () => schema, output: () => schema },
      validate(value) {
        const isLarge = countMembers(value, SMALL) > SMALL
        try {
          const issues = isMeasured ? evaluateSchema(schema, value, { work: WORK }) : []
          if (issues.length > 0 && isLarge) return { issues }
          // The validator would compare items in quadratic time.
          if (isLarge && isMeasured && !canStrip) return { value: value as T }
          const result = validateAll(value, isLarge)
          return issues.length > 0 && !result.issues ? { issues } : result
        } catch (error) {
          if (!(error instanceof SchemaWorkError)) throw error
          return { issues: [{ message: `cannot be checked: ${error.message}` }] }
        }
      },
    },
  }
}

/** Keywords under which a schema that accepts more makes the whole accept less. */
const REVERSING = /"(?:not|if|oneOf|contains|unevaluatedItems|unevaluatedProperties)":/

/** Items were compared by the time the validator is called, which would do so in quadratic time. */
const withoutUniqueItems = (key: string, value: unknown): unknown =>
  key === 'uniqueItems' && value === true ? undefined : value

/** Whether the work of a check can be measured: every reference names a part of the schema that is always the same. */
function canMeasure(schema: JsonSchema): boolean {
  const references = referencesOf(schema)
  const open: unknown[] = [schema]
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part !== 'object' || part === null) continue
    for (const member of Object.values(part)) open.push(member)
    if (!isObject(part)) continue
    if (references.of(part).some(({ target }) => target === undefined)) return false
    const isDynamic = typeof part.$dynamicRef === 'string' || typeof part.$recursiveRef === 'string'
    if (isDynamic && !references.isOneResource) return false
  }
  return true
}

/** Counts the members of a value at all levels, up to a little more than `limit`. */
function countMembers(value: unknown, limit: number): number {
  const open = [value]
  let count = 0
  while (open.length > 0 && count <= limit) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const members = Object.values(next)
    count += members.length
    if (count <= limit) open.push(...members)
  }
  return count
}

export type Checked<T> = { type: 'valid'; value: T } | { type: 'invalid'; problem: string }

/** Validates a value, at once when the schema is synchronous. */
export function check<T>(schema: Schema<unknown, T>, value: unknown): Checked<T> | Promise<Checked<T>> {
  try {
    const result = schema['~standard'].validate(value)
    return result instanceof Promise ? result.then(toChecked, toInvalid) : toChecked(result)
  } catch (error) {
    return toInvalid(error)
  }
}

/** A transform that throws has refused the value, however it says so. */
const toInvalid = (error: unknown): Checked<never> => ({ type: 'invalid', problem: messageOf(error) })

function toChecked<T>(result: StandardSchemaV1.Result<T>): Checked<T> {
  if (!result.issues) return { type: 'valid', value: result.value }
  const problems = result.issues.slice(0, MOST_ISSUES).map(describe)
  if (result.issues.length > MOST_ISSUES) problems.push(`and ${result.issues.length - MOST_ISSUES} more`)
  return { type: 'invalid', problem: problems.join('; ') }
}

/** A problem is read by a person or a model, and an untrusted value can have one per byte. */
const MOST_ISSUES = 10

function describe({ path = [], message }: StandardSchemaV1.Issue): string {
  let place = ''
  for (const segment of path) {
    const key = typeof segment === 'object' ? segment.key : segment
    place += typeof key === 'number' ? `[${key}]` : `${place && '.'}${String(key)}`
  }
  // arktype's messages begin with the path.
  return place === '' || message.startsWith(`${place} `) ? message : `${place}: ${message}`
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  if (typeof $schema !== 'string') return '2020-12'
  if ($schema.includes('draft-07') || $schema.includes('draft-06')) return '7'
  if ($schema.includes('draft-04')) return '4'
  return $schema.includes('2019-09') ? '2019-09' : '2020-12'
}

/** What `$ref`s point at. A dangling one, or a bad pattern, would otherwise surface with the first value. */
function lookupOf(schema: CfSchema): ReturnType<typeof dereference> {
  try {
    const lookup = dereference(schema)
    for (const part of Object.values(lookup)) {
      if (typeof part === 'boolean') continue
      if (part.__absolute_ref__ && !(part.__absolute_ref__ in lookup))
        throw new Error(`"${part.$ref}" points at nothing.`)
      for (const pattern of Object.keys(part.patternProperties ?? {})) new RegExp(pattern, 'u')
      if (part.pattern) new RegExp(part.pattern, 'u')
      // The validator's own expression for `url`, which no draft defines, takes exponential time.
      if (part.format === 'url') part.format = 'uri'
    }
    return lookup
  } catch (cause) {
    throw new ToolDefinitionError(`jsonSchema() was given a schema that cannot be used: ${messageOf(cause)}`, { cause })
  }
}

function toResult<T>(value: unknown, { valid, errors }: ReturnType<typeof validate>): StandardSchemaV1.Result<T> {
  // The schema has just said that the value is a T.
  if (valid) return { value: value as T }
  const issues: StandardSchemaV1.Issue[] = []
  let union = ''
  for (const [i, { keyword, keywordLocation, instanceLocation, error }] of errors.entries()) {
    // A parent comes before its children. It says less than they do, but for a union, whose branches contradict each other,
    // and for a `false`, which says nothing.
    if (keyword === 'false' || (union && keywordLocation.startsWith(union))) continue
    const within = `${keywordLocation}/`
    const isUnion = keyword === 'anyOf' || keyword === 'oneOf'
    if (!isUnion && errors[i + 1]?.keywordLocation.startsWith(within)) continue
    union = isUnion ? within : ''
    issues.push({ message: error, path: fromPointer(instanceLocation) })
  }
  return { issues }
}

function fromPointer(pointer: string): PropertyKey[] {
  const segments = pointer.split('/').slice(1)
  return segments.map((segment) => {
    if (/^\d+$/.test(segment)) return Number(segment)
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
  })
}

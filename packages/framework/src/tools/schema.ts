import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { cut, describe as describeValue, messageOf } from './describe.ts'
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

/**
 * A schema made of a raw JSON Schema: draft 2020-12, or the draft its `$schema` names. It goes to the wire verbatim; `T` is
 * taken on trust. A check that takes too much work fails: a client chooses the value.
 */
export function jsonSchema<T = unknown>(schema: JsonSchema): Schema<T> {
  if (!isObject(schema))
    throw new ToolDefinitionError(
      `jsonSchema() takes an object, and got ${describeValue(schema)}; {} is the schema of any value`,
    )
  const checked: JsonSchema = JSON.parse(JSON.stringify(schema))
  refuseUnusable(checked)
  return toStandard(schema, (value) => evaluateSchema(checked, value, { isTrusted: true, work: WORK }), '')
}

/**
 * A raw JSON Schema from outside, such as from the server of a hosted tool. It goes to the wire as it is. A value is checked
 * with a bounded amount of work, and without the regular expressions of the schema: one of a few characters can block the
 * process for hours. A check that takes more work fails, and so does the call that needs it.
 */
export const foreignSchema = <T = unknown>(schema: JsonSchema): Schema<T> =>
  toStandard(schema, (value) => evaluateSchema(schema, value), ' against the schema of its server')

/** Takes any value as it is, also none, which `jsonSchema({})` refuses. */
export const anything: Schema = toStandard({}, () => [], '')

function toStandard<T>(
  schema: JsonSchema,
  evaluate: (value: unknown) => StandardSchemaV1.Issue[],
  against: string,
): Schema<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'json-schema',
      jsonSchema: { input: () => schema, output: () => schema },
      validate(value) {
        try {
          const issues = evaluate(value)
          // The schema has just said that the value is a T.
          return issues.length > 0 ? { issues } : { value: value as T }
        } catch (error) {
          if (!(error instanceof SchemaWorkError)) throw error
          return { issues: [{ message: `cannot be checked${against}: ${error.message}` }] }
        }
      },
    },
  }
}

/** Throws for a reference that points at nothing, or a bad pattern, which would otherwise surface with the first value. */
function refuseUnusable(schema: JsonSchema): void {
  const references = referencesOf(schema)
  try {
    for (const part of references.parts) {
      const dangling = references.of(part).find(({ target }) => target === undefined)
      if (dangling !== undefined) throw new Error(`"${dangling.ref}" points at nothing.`)
      const patterns = isObject(part.patternProperties) ? Object.keys(part.patternProperties) : []
      for (const pattern of [part.pattern, ...patterns]) if (typeof pattern === 'string') new RegExp(pattern, 'u')
    }
  } catch (cause) {
    throw new ToolDefinitionError(`jsonSchema() was given a schema that cannot be used: ${messageOf(cause)}`, { cause })
  }
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
const toInvalid = (error: unknown): Checked<never> => ({
  type: 'invalid',
  problem: cut(messageOf(error), MOST_CHARACTERS),
})

function toChecked<T>(result: StandardSchemaV1.Result<T>): Checked<T> {
  if (!result.issues) return { type: 'valid', value: result.value }
  const problems = result.issues.slice(0, MOST_ISSUES).map(describe)
  if (result.issues.length > MOST_ISSUES) problems.push(`and ${result.issues.length - MOST_ISSUES} more`)
  return { type: 'invalid', problem: problems.join('; ') }
}

/** A problem is read by a person or a model. An untrusted value can have one per byte, or a name of a million characters. */
const MOST_ISSUES = 10
const MOST_CHARACTERS = 2_000

function describe({ path = [], message }: StandardSchemaV1.Issue): string {
  let place = ''
  for (const segment of path) {
    const key = typeof segment === 'object' ? segment.key : segment
    place += typeof key === 'number' ? `[${key}]` : `${place && '.'}${String(key)}`
  }
  // arktype's messages begin with the path.
  return cut(place === '' || message.startsWith(`${place} `) ? message : `${place}: ${message}`, MOST_CHARACTERS)
}

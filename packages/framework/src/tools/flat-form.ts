import { ToolDefinitionError } from './errors.ts'
import { isObject } from './json.ts'
import type { JsonSchema } from './schema.ts'
import { referencesOf } from './schema-references.ts'

/** What MCP can ask in a form: the `requestedSchema` of `elicitation/create`. */
export interface FlatForm {
  type: 'object'
  properties: Record<string, FlatField>
  required?: string[]
}

export type FlatField = Labels &
  (
    | { type: 'string'; minLength?: number; maxLength?: number; format?: Format; default?: string }
    | { type: 'number' | 'integer'; minimum?: number; maximum?: number; default?: number }
    | { type: 'boolean'; default?: boolean }
    | { type: 'string'; enum: string[]; enumNames?: string[]; default?: string }
    | { type: 'string'; oneOf: Titled[]; default?: string }
    | { type: 'array'; items: Items; minItems?: number; maxItems?: number; default?: string[] }
  )

type Labels = { title?: string; description?: string }
type Format = 'email' | 'uri' | 'date' | 'date-time'
type Titled = { const: string; title: string }
type Items = { type: 'string'; enum: string[] } | { anyOf: Titled[] }

/** One value of a choice, and the title that a person reads. */
export interface Option {
  value: string
  title: string
}

/** Returns the values that a field offers, or `undefined` if it is not a choice. */
export function optionsOf(field: FlatField): Option[] | undefined {
  if ('oneOf' in field) return field.oneOf.map(toOption)
  if ('enum' in field) return field.enum.map((value, index) => ({ value, title: field.enumNames?.[index] ?? value }))
  if (field.type !== 'array') return undefined
  return 'anyOf' in field.items
    ? field.items.anyOf.map(toOption)
    : field.items.enum.map((value) => ({ value, title: value }))
}

const toOption = ({ const: value, title }: Titled): Option => ({ value, title })

/** `from 1 to 10`, `of at least 1`, or the empty text. */
export function describeRange(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined)
    return minimum === maximum ? `of ${minimum}` : `from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `of at least ${minimum}`
  return maximum === undefined ? '' : `of at most ${maximum}`
}

/**
 * The flat form of a response's input, or a `ToolDefinitionError` that names the first field MCP cannot ask for. What only narrows a
 * field (`pattern`, an unknown `format`) is left out: the answer is validated on our side.
 */
export function toFlatForm(schema: JsonSchema, name: string): FlatForm {
  const place = placeOf(schema, `elicit "${name}": the response`)
  const root = resolve(schema, place)
  if (root.type !== 'object' || root.anyOf || root.allOf || isRecord(root))
    throw misfit(place, `${describe(root)}, not an object of fields`)
  const properties = Object.entries(isObject(root.properties) ? root.properties : {})
  const fields = properties.map(([key, property]): [string, FlatField] => [
    key,
    toField(property, placeOf(schema, `elicit "${name}": response field "${key}"`)),
  ])
  const form: FlatForm = { type: 'object', properties: Object.fromEntries(fields) }
  const required = isStrings(root.required) ? root.required.filter((key) => Object.hasOwn(form.properties, key)) : []
  return required.length > 0 ? { ...form, required } : form
}

function toField(schema: unknown, place: Place): FlatField {
  const field = resolve(schema, place)
  const labels = pick(field, { title: isString, description: isString })
  const choice = choiceOf(field)
  if (choice) {
    const rest = { ...labels, ...pick(field, { default: isString }) }
    if (choice.titled) return { type: 'string', oneOf: choice.titled, ...rest }
    return { type: 'string', enum: choice.values, ...pick(field, { enumNames: isStrings }), ...rest }
  }
  if (field.type === 'boolean' || typeof field.const === 'boolean') {
    return { type: 'boolean', ...labels, ...pick(field, { default: isBoolean }) }
  }
  if (field.enum || 'const' in field) throw misfit(place, describe(field))
  if (isText(field) || field.anyOf?.every(isText)) {
    const limits = pick(field, { minLength: isNumber, maxLength: isNumber, format: isFormat, default: isString })
    return { type: 'string', ...labels, ...limits }
  }
  if (field.type === 'number' || field.type === 'integer') {
    return { type: field.type, ...labels, ...boundsOf(field), ...pick(field, { default: isNumber }) }
  }
  if (field.type === 'array' && !isTuple(field)) {
    const items = resolve(field.items, place)
    const choices = choiceOf(items)
    if (!choices) throw misfit(place, `is an array of ${isString(items.type) ? `${items.type}s` : 'mixed items'}`)
    const limits = pick(field, { minItems: isNumber, maxItems: isNumber, default: isStrings })
    const of: Items = choices.titled ? { anyOf: choices.titled } : { type: 'string', enum: choices.values }
    return { type: 'array', items: of, ...labels, ...limits }
  }
  throw misfit(place, describe(field))
}

/** Where in which schema we are, and the references followed to get there. */
interface Place {
  readonly root: JsonSchema
  readonly where: string
  readonly followed: Set<string>
}

function placeOf(root: JsonSchema, where: string): Place {
  return { root, where, followed: new Set() }
}

/** A schema whose references are followed, whose `allOf` is merged, and whose unions are one flat `anyOf` of the same. */
interface Resolved extends JsonSchema {
  readonly anyOf?: readonly Resolved[]
}

function resolve(schema: unknown, place: Place): Resolved {
  if (!isObject(schema)) return {}
  const { $ref, ...beside } = schema
  if (isString($ref)) return resolve({ ...follow($ref, place), ...beside }, place)
  const { anyOf = [], oneOf = [], ...own } = beside
  const parts = Array.isArray(own.allOf) ? own.allOf.map((part) => resolve(part, place)) : []
  const merged: Resolved = Object.assign({}, ...parts, own)
  const union = [anyOf, oneOf].flat().map((member) => resolve(member, place))
  if (union.length === 0) return merged
  return { ...merged, anyOf: union.flatMap((member) => member.anyOf ?? [member]) }
}

function follow(ref: string, place: Place): JsonSchema {
  if (place.followed.has(ref)) throw misfit(place, `refers to itself (${ref})`)
  place.followed.add(ref)
  const target = referencesOf(place.root).resolve(ref, place.root)
  if (!isObject(target)) throw misfit(place, `refers to ${ref}, which is not in the schema`)
  return target
}

/** The strings a field can be, with titles where they tell the options apart (arktype gives each its field's title). */
function choiceOf(field: Resolved): { values: string[]; titled?: Titled[] } | undefined {
  const members = field.anyOf ?? [field]
  const options = members.flatMap((member): { const: string; title?: string }[] | undefined => {
    if (isString(member.const)) return [{ const: member.const, ...pick(member, { title: isString }) }]
    return isStrings(member.enum) ? member.enum.map((value) => ({ const: value })) : undefined
  })
  if (options.length === 0 || !options.every((option) => option !== undefined)) return undefined
  const values = options.map((option) => option.const)
  if (!field.anyOf || !options.some((option) => option.title)) return { values }
  const titled = options.map((option) => ({ const: option.const, title: option.title ?? option.const }))
  return new Set(titled.map((option) => option.title)).size === titled.length ? { values, titled } : { values }
}

function boundsOf(field: Resolved): { minimum?: number; maximum?: number } {
  const minimums = [field.minimum]
  const maximums = [field.maximum]
  if (field.type === 'integer') {
    if (isNumber(field.exclusiveMinimum)) minimums.push(Math.floor(field.exclusiveMinimum) + 1)
    if (isNumber(field.exclusiveMaximum)) maximums.push(Math.ceil(field.exclusiveMaximum) - 1)
  }
  const minimum = Math.max(...minimums.filter(isNumber))
  const maximum = Math.min(...maximums.filter(isNumber))
  return {
    // Every integer of zod has the safe ones as its bounds; to a person they are noise.
    ...(minimum > Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

function misfit({ where }: Place, found: string): ToolDefinitionError {
  return new ToolDefinitionError(
    `${where} ${found}; an MCP form holds only strings, numbers, booleans and enums. ` +
      `Flatten it, or add ui: 'in-app' if only a plugin in the page ever answers it.`,
  )
}

function describe(schema: Resolved): string {
  const types = [schema.type, ...(schema.anyOf ?? []).map((member) => member.type)].flat()
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const]
  if (schema.type === 'null') return 'is always null'
  if (types.includes('null') || values.includes(null)) return 'can be null (make it optional instead)'
  if (schema.anyOf || Array.isArray(schema.type)) return 'is a union'
  if (schema.enum || 'const' in schema) return 'is an enum of values that are not strings'
  if (isRecord(schema)) return 'is a record'
  if (schema.type === 'array') return isTuple(schema) ? 'is a tuple' : 'is an array'
  if (schema.allOf) return 'is an intersection'
  if (!isString(schema.type)) return 'has no type'
  return /^[aeiou]/.test(schema.type) ? `is an ${schema.type}` : `is a ${schema.type}`
}

function isTuple(schema: Resolved): boolean {
  return 'prefixItems' in schema || Array.isArray(schema.items)
}

function isRecord(schema: Resolved): boolean {
  return (
    schema.type === 'object' && !schema.properties && isObject(schema.additionalProperties ?? schema.patternProperties)
  )
}

function isText(schema: Resolved): boolean {
  return schema.type === 'string' || choiceOf(schema) !== undefined
}

type Guard<T> = (value: unknown) => value is T
type Picked<Guards> = { [K in keyof Guards]?: Guards[K] extends Guard<infer T> ? T : never }

/** The keywords that are there and are what they should be. */
function pick<Guards extends Record<string, Guard<unknown>>>(schema: JsonSchema, guards: Guards): Picked<Guards> {
  // `Object.fromEntries` forgets which guard each value passed.
  return Object.fromEntries(
    Object.entries(guards).flatMap(([keyword, guard]) => {
      const value = schema[keyword]
      return guard(value) ? [[keyword, value]] : []
    }),
  ) as Picked<Guards>
}

const FORMATS: readonly unknown[] = ['email', 'uri', 'date', 'date-time']
const isString = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isFormat = (value: unknown): value is Format => FORMATS.includes(value)
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString)

/** `flightId` and `flight_id` read as "Flight id". */
export function toLabel(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

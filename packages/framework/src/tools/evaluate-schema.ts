import { format as formats } from '@cfworker/json-schema'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { cut } from './describe.ts'
import { SweatpantsError } from './errors.ts'
import { isObject } from './json.ts'
import { type Part, type References, type Resource, referencesOf } from './schema-references.ts'

/** The check of a value would take more work than is allowed, so the value is not accepted. */
export class SchemaWorkError extends SweatpantsError {
  override name = 'SchemaWorkError'
}

/** Levels of schemas within schemas that are followed for one value. */
const MAX_LEVELS = 400

/** Issues that are kept: a reader is shown ten, and how many more there are. */
const MAX_ISSUES = 50

/** Longer text is accepted in any format of a schema that is not trusted. */
const MAX_FORMAT_LENGTH = 2_000

/** Units of work for one check, which take less than half a second. */
const WORK = 400_000

/** Formats whose regular expressions cannot backtrack for long. */
const FORMATS = 'date time date-time duration uri uri-reference email hostname ipv4 ipv6 uuid'.split(' ')

/** What JSON has no word for. */
const NOT_JSON = ['undefined', 'bigint', 'function', 'symbol']

/** The path to a value, from the inside out. */
type Place = { readonly outer: Place; readonly key: PropertyKey } | undefined

/** Most issues are dropped with the branch of a union that they are in, so the path is written at the end. */
interface Issue {
  readonly place: Place
  readonly message: string
}

export interface EvaluateOptions {
  /**
   * Whether `pattern`, `patternProperties` and every `format` are checked. Only for a schema whose author is trusted: a regular
   * expression has no bound.
   */
  isTrusted?: boolean
  /** Units of work for the check. Default 400,000. */
  work?: number
}

/**
 * Checks a value against a JSON Schema that came as data, and returns what is wrong with it. Every schema that is applied to a
 * value, every member and every 64 characters that are looked at cost one unit of work. A check that costs more than `work`
 * throws a `SchemaWorkError`, so the time of a check is bounded for every pair of a schema and a value.
 *
 * It supports drafts 4 to 2020-12. By default it ignores regular expressions: the server that wrote the schema checks the
 * value itself.
 */
export function evaluateSchema(
  root: unknown,
  value: unknown,
  { isTrusted = false, work = WORK }: EvaluateOptions = {},
): StandardSchemaV1.Issue[] {
  const { issues } = new Evaluation(root, isTrusted, work).check(root, value, undefined, 0)
  return issues.map(({ place, message }) => ({ message, path: pathOf(place) }))
}

/** One schema at one value: what was found wrong, and how to look further. */
class Visit {
  readonly issues: Issue[] = []
  /** The members that a schema was applied to, where `unevaluatedProperties` or `unevaluatedItems` asks for the others. */
  readonly evaluated: Set<PropertyKey> | undefined
  readonly #evaluation: Evaluation
  readonly #place: Place
  readonly #level: number
  readonly #value: unknown

  constructor(evaluation: Evaluation, place: Place, level: number, value: unknown) {
    const hasMembers = typeof value === 'object' && value !== null
    this.evaluated = hasMembers && evaluation.references.hasUnevaluated ? new Set() : undefined
    this.#evaluation = evaluation
    this.#place = place
    this.#level = level
    this.#value = value
  }

  add(message: string): void {
    if (this.issues.length < MAX_ISSUES) this.issues.push({ place: this.#place, message })
  }

  /** Checks the same value against another schema. */
  require(part: unknown): void {
    this.#take(this.#apply(part))
  }

  /** Whether the same value fits another schema. */
  holds(part: unknown): boolean {
    return this.#apply(part).length === 0
  }

  /** Checks a member of the value. */
  member(part: unknown, item: unknown, key: PropertyKey): void {
    this.evaluated?.add(key)
    this.name(part, item, key)
  }

  /** Checks a member that is not one of those that `unevaluated*` leaves out, or its name. */
  name(part: unknown, item: unknown, key: PropertyKey): void {
    if (this.issues.length < MAX_ISSUES) this.#take(this.#applyTo(part, item, key))
  }

  /** Checks the members that no schema was applied to. */
  rest(part: unknown, members: Iterable<[PropertyKey, unknown]>): void {
    for (const [key, item] of members) if (!this.evaluated?.has(key)) this.member(part, item, key)
  }

  /** Whether a member fits a schema. */
  hasMember(part: unknown, item: unknown, key: PropertyKey): boolean {
    const fits = this.#applyTo(part, item, key).length === 0
    if (fits) this.evaluated?.add(key)
    return fits
  }

  /** What a schema that fits has said of the members counts for the whole value. */
  #apply(part: unknown): readonly Issue[] {
    const { issues, evaluated } = this.#evaluation.check(part, this.#value, this.#place, this.#level + 1)
    if (evaluated === undefined || issues.length > 0) return issues
    this.#evaluation.spend(evaluated.size / 4)
    for (const key of evaluated) this.evaluated!.add(key)
    return issues
  }

  #applyTo(part: unknown, item: unknown, key: PropertyKey): readonly Issue[] {
    return this.#evaluation.check(part, item, { outer: this.#place, key }, this.#level + 1).issues
  }

  #take(found: readonly Issue[]): void {
    for (const one of found) if (this.issues.length < MAX_ISSUES) this.issues.push(one)
  }
}

class Evaluation {
  readonly references: References
  readonly #isTrusted: boolean
  readonly #work: number
  #left: number
  /** The resources that the way to the current schema leads through, the outermost first. */
  readonly #scope: Resource[] = []

  constructor(root: unknown, isTrusted: boolean, work: number) {
    this.references = referencesOf(root)
    this.#isTrusted = isTrusted
    this.#work = work
    this.#left = work
  }

  check(schema: unknown, value: unknown, place: Place, level: number): Visit {
    this.spend(1)
    if (level > MAX_LEVELS) throw new SchemaWorkError(`the schema is followed more than ${MAX_LEVELS} levels deep`)
    const visit = new Visit(this, place, level, value)
    if (NOT_JSON.includes(typeof value)) visit.add(`must be JSON, not ${typeof value}`)
    else if (schema === false) visit.add('is not allowed here')
    else if (isObject(schema)) this.#enter(schema, value, visit)
    return visit
  }

  #enter(schema: Part, value: unknown, visit: Visit): void {
    const resource = this.references.resourceOf(schema)
    const isOther = resource !== undefined && resource !== this.#scope.at(-1)
    if (isOther) this.#scope.push(resource)
    this.#checkAll(schema, value, visit)
    if (isOther) this.#scope.pop()
  }

  #checkAll(schema: Part, value: unknown, visit: Visit): void {
    for (const { target } of this.references.of(schema, this.#scope)) {
      if (target === undefined) throw new SchemaWorkError('the schema refers to a part that it does not have')
      visit.require(target)
    }
    if (this.references.ignoresSiblings && typeof schema.$ref === 'string') return
    this.#checkType(schema, value, visit)
    checkUnions(schema, visit)
    if (typeof value === 'number') checkNumber(schema, value, visit)
    if (typeof value === 'string') this.#checkText(schema, value, visit)
    if (Array.isArray(value)) this.#checkArray(schema, value, visit)
    else if (isObject(value)) this.#checkObject(schema, value, visit)
  }

  spend(units: number): void {
    this.#left -= units
    if (this.#left < 0) throw new SchemaWorkError(`checking it takes more than ${this.#work} steps`)
  }

  #checkType(schema: Part, value: unknown, visit: Visit): void {
    const { type, const: only, enum: some } = schema
    const types = listOf(type)
    if (types.length > 1) this.spend(types.length - 1)
    if (type !== undefined && !types.some((name) => isOfType(value, name))) {
      visit.add(`must be of type ${types.map(shorten).join(' or ')}, not ${typeOf(value)}`)
    }
    if (only === undefined && !Array.isArray(some)) return
    const equals = this.#comparer(value)
    if (only !== undefined && !equals(only)) visit.add(`must be ${shorten(only)}`)
    if (Array.isArray(some) && !some.some(equals)) visit.add(`must be one of ${shorten(some)}`)
  }

  /** Returns a function that compares with the value. A long text costs the same as a short one. */
  #comparer(value: unknown): (option: unknown) => boolean {
    const isPlain = typeof value !== 'object' || value === null
    const text = isPlain ? undefined : this.#canonical(value)
    return (option) => {
      if (!isPlain) return text === this.#canonical(option)
      this.spend(1)
      return value === option
    }
  }

  #checkText(schema: Part, text: string, visit: Visit): void {
    const { minLength, maxLength, format, pattern } = schema
    if (typeof minLength === 'number' || typeof maxLength === 'number') {
      this.spend(text.length / 64)
      const length = countCharacters(text)
      if (isBelow(length, minLength)) visit.add(`must have at least ${minLength} characters, and has ${length}`)
      if (isAbove(length, maxLength)) visit.add(`must have at most ${maxLength} characters, and has ${length}`)
    }
    if (this.#isTrusted && typeof pattern === 'string' && this.references.matches(pattern, text) === false) {
      visit.add(`must match the pattern ${shorten(pattern)}`)
    }
    if (typeof format !== 'string') return
    if (!this.#isTrusted && (!FORMATS.includes(format) || text.length > MAX_FORMAT_LENGTH)) return
    this.spend(text.length / 8)
    // No draft has `url`, and its expression takes exponential time.
    const fits = formats[format === 'url' ? 'uri' : format]
    if (fits?.(text) === false) visit.add(`must have the format ${format}`)
  }

  #checkArray(schema: Part, items: readonly unknown[], visit: Visit): void {
    const { minItems, maxItems, uniqueItems, contains, minContains = 1, maxContains } = schema
    if (isBelow(items.length, minItems)) visit.add(`must have at least ${minItems} items, and has ${items.length}`)
    if (isAbove(items.length, maxItems)) visit.add(`must have at most ${maxItems} items, and has ${items.length}`)
    // Before 2020-12, a list of `items` is what `prefixItems` is now.
    const first = listOf(schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []))
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items
    for (const [index, item] of items.entries()) {
      const part = index < first.length ? first[index] : rest
      if (part === undefined) break
      visit.member(part, item, index)
    }
    if (contains !== undefined) {
      const found = items.filter((item, index) => visit.hasMember(contains, item, index)).length
      if (isBelow(found, minContains))
        visit.add(`must have at least ${minContains} items of a form that only ${found} have`)
      if (isAbove(found, maxContains)) visit.add(`must have at most ${maxContains} items of a form that ${found} have`)
    }
    if (uniqueItems === true && new Set(items.map((item) => this.#canonical(item))).size < items.length)
      visit.add('must not have equal items')
    if (schema.unevaluatedItems !== undefined) visit.rest(schema.unevaluatedItems, items.entries())
  }

  #checkObject(schema: Part, value: Record<string, unknown>, visit: Visit): void {
    const { additionalProperties, propertyNames } = schema
    const patterns = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : []
    const keys = keysOf(value)
    this.spend(keys.length + patterns.length / 16)
    if (isBelow(keys.length, schema.minProperties)) visit.add(`must have at least ${schema.minProperties} properties`)
    if (isAbove(keys.length, schema.maxProperties)) visit.add(`must have at most ${schema.maxProperties} properties`)
    for (const key of listOf(schema.required)) {
      this.spend(1)
      if (typeof key === 'string' && !hasMember(value, key)) visit.add(`must have the property "${key}"`)
    }
    const properties = isObject(schema.properties) ? schema.properties : {}
    for (const key of keys) {
      if (propertyNames !== undefined) visit.name(propertyNames, key, key)
      const isNamed = Object.hasOwn(properties, key)
      if (isNamed) visit.member(properties[key], value[key], key)
      const matching = this.#isTrusted ? patterns.filter(([pattern]) => this.references.matches(pattern, key)) : []
      for (const [, part] of matching) visit.member(part, value[key], key)
      // Without the patterns it is unknown which properties are additional.
      const isUnknown = patterns.length > 0 && !this.#isTrusted
      if (isUnknown) visit.evaluated?.add(key)
      else if (!isNamed && matching.length === 0 && additionalProperties !== undefined) {
        if (additionalProperties === false) visit.add(`must not have the property "${shorten(key)}"`)
        else visit.member(additionalProperties, value[key], key)
      }
    }
    for (const dependents of [schema.dependentSchemas, schema.dependentRequired, schema.dependencies]) {
      if (!isObject(dependents)) continue
      for (const [key, dependent] of Object.entries(dependents)) {
        this.spend(1)
        if (hasMember(value, key)) visit.require(Array.isArray(dependent) ? { required: dependent } : dependent)
      }
    }
    if (schema.unevaluatedProperties !== undefined)
      visit.rest(
        schema.unevaluatedProperties,
        keys.map((key) => [key, value[key]]),
      )
  }

  /** Returns a text that is the same for equal values. */
  #canonical(value: unknown, level = 0): string {
    if (typeof value === 'string') this.spend(1 + value.length / 64)
    else this.spend(1)
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
    if (level > MAX_LEVELS) throw new SchemaWorkError(`the value is nested more than ${MAX_LEVELS} levels deep`)
    if (Array.isArray(value)) return `[${value.map((item) => this.#canonical(item, level + 1)).join()}]`
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${this.#canonical(item, level + 1)}`).join()}}`
  }
}

function checkUnions(schema: Part, visit: Visit): void {
  const { allOf, anyOf, oneOf, not, if: condition } = schema
  const holds = (part: unknown) => visit.holds(part)
  for (const part of listOf(allOf)) visit.require(part)
  if (Array.isArray(anyOf) && !(visit.evaluated ? anyOf.filter(holds).length > 0 : anyOf.some(holds)))
    visit.add('does not match any of the allowed forms')
  if (Array.isArray(oneOf)) {
    const matches = oneOf.filter(holds).length
    if (matches !== 1) visit.add(`must match exactly one of the allowed forms, and matches ${matches}`)
  }
  if (not !== undefined && holds(not)) visit.add('has a form that is not allowed')
  if (condition !== undefined) visit.require((holds(condition) ? schema.then : schema.else) ?? true)
}

function checkNumber(schema: Part, value: number, visit: Visit): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (isBelow(value, minimum)) visit.add(`must be at least ${minimum}, not ${value}`)
  if (isAbove(value, maximum)) visit.add(`must be at most ${maximum}, not ${value}`)
  // In draft 4 they are `true`, and belong to the limits above.
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum
  if (typeof above === 'number' && value <= above) visit.add(`must be more than ${above}, not ${value}`)
  if (typeof below === 'number' && value >= below) visit.add(`must be less than ${below}, not ${value}`)
  if (typeof multipleOf !== 'number' || multipleOf <= 0) return
  const ratio = value / multipleOf
  // Decimal fractions are rounded, and so is their ratio.
  const rounding = Math.max(1e-9, 2 * Number.EPSILON * Math.abs(ratio))
  if (!Number.isFinite(ratio) || Math.abs(ratio - Math.round(ratio)) > rounding) {
    visit.add(`must be a multiple of ${multipleOf}, not ${value}`)
  }
}

const isBelow = (number: number, limit: unknown): boolean => typeof limit === 'number' && number < limit
const isAbove = (number: number, limit: unknown): boolean => typeof limit === 'number' && number > limit

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** As in JSON, a member that is undefined is absent. */
const hasMember = (value: Record<string, unknown>, key: string): boolean =>
  value[key] !== undefined && Object.hasOwn(value, key)

function keysOf(value: Record<string, unknown>): string[] {
  const keys = Object.keys(value)
  return keys.some((key) => value[key] === undefined) ? keys.filter((key) => value[key] !== undefined) : keys
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : value === undefined ? 'undefined' : typeof value

const isOfType = (value: unknown, name: unknown): boolean =>
  name === 'integer' ? Number.isInteger(value) : name === typeOf(value)

function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

const shortened = new WeakMap<object, string>()

/** Returns the beginning of a text, or of the JSON of a part of a schema, which is written once. */
function shorten(value: unknown): string {
  const isPart = typeof value === 'object' && value !== null
  const text = (isPart && shortened.get(value)) || (typeof value === 'string' ? value : JSON.stringify(value))
  const short = cut(text, 200)
  if (isPart) shortened.set(value, short)
  return short
}

function pathOf(place: Place): PropertyKey[] {
  const path: PropertyKey[] = []
  for (let at = place; at !== undefined; at = at.outer) path.push(at.key)
  return path.reverse()
}

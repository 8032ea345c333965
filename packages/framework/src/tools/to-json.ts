import { cut, toText, withArticle } from './describe.ts'
import { JsonError } from './errors.ts'
import { Data, type Json, MAX_NESTING, setField } from './json.ts'
import { silence } from './maybe-promise.ts'

/** The most that one journal entry may hold, in characters of JSON (approximately: structure is counted, not escapes). */
export const MAX_ENTRY_SIZE = 1_000_000

/**
 * A private copy of `value` that JSON carries without change, or a `JsonError` that names `what` and the path.
 * A property that is `undefined` counts as absent; at the top, `undefined` is a value of its own.
 */
export function toJson(value: unknown, what: string, limit = MAX_ENTRY_SIZE): Json | undefined {
  if (value === undefined) return undefined
  const walk: Walk = { what, limit, left: limit, trail: [] }
  try {
    return copy(value, walk)
  } catch (cause) {
    silence(value)
    if (cause instanceof JsonError) throw cause
    throw new JsonError(`${what} cannot be read${placeOf(walk)}: ${toText(cause)}`, { cause })
  }
}

/** A way through a value. */
interface Walk {
  what: string
  limit: number
  /** The characters that are left of the limit. */
  left: number
  /** The keys and the indexes from the top to the value. */
  trail: (string | number)[]
}

function copy(value: unknown, walk: Walk): Json {
  const { trail } = walk
  walk.left -= typeof value === 'string' ? value.length + 2 : 4
  if (walk.left < 0) {
    const { what, limit } = walk
    throw new JsonError(
      `${what} is larger than ${limit} characters of JSON; keep large data elsewhere and pass its address`,
      { limit },
    )
  }
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value || 0
    throw refusal(walk, String(value))
  }
  if (typeof value === 'undefined') throw refusal(walk, 'undefined', 'pass null')
  if (typeof value !== 'object') throw refusal(walk, `a ${typeof value}`, REMEDIES[typeof value])
  if (trail.length === MAX_NESTING) throw refusal(walk, `a cycle, or nesting deeper than ${MAX_NESTING} levels`)
  const [symbol] = Object.getOwnPropertySymbols(value)
  if (Array.isArray(value)) {
    const result: Json[] = []
    for (let i = 0; i < value.length; i++) {
      trail.push(i)
      result.push(copy(value[i], walk))
      trail.pop()
    }
    // A match of a regular expression has `index` and `groups`.
    const extra = Object.keys(value)[value.length]
    const property = extra === undefined ? symbol : `"${extra}"`
    if (property !== undefined) throw refusal(walk, `a list with the property ${String(property)}`, 'pass an object')
    return result
  }
  const prototype = Object.getPrototypeOf(value)
  // A plain object of another realm has another Object.prototype, but that one also ends the chain.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null && !(value instanceof Data)) {
    const name = prototype.constructor?.name || 'class instance'
    throw refusal(walk, withArticle(name), REMEDIES[name])
  }
  if (symbol !== undefined) throw refusal(walk, `a property with the key ${String(symbol)}`, 'use a text as the key')
  const result: Record<string, Json> = {}
  for (const key of Object.keys(value)) {
    trail.push(key)
    const field = (value as Record<string, unknown>)[key]
    if (field !== undefined) {
      walk.left -= key.length + 3
      setField(result, key, copy(field, walk))
    }
    trail.pop()
  }
  return result
}

function refusal(walk: Walk, found: string, remedy?: string): JsonError {
  const advice = remedy === undefined ? '' : `; ${remedy}`
  return new JsonError(`${walk.what} holds ${found}${placeOf(walk)}, which JSON cannot carry${advice}`)
}

/** The most characters of a place that an error has: the sender of an answer chooses its keys. */
const MOST_SHOWN = 200

function placeOf({ trail }: Walk): string {
  const path = trail.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return path === '' ? '' : ` at ${cut(path.replace(/^\./, ''), MOST_SHOWN)}`
}

const REMEDIES: Readonly<Record<string, string | undefined>> = {
  bigint: 'pass String(value)',
  Date: 'pass its toISOString()',
  Map: 'pass Object.fromEntries(map)',
  Set: 'pass [...set]',
  Promise: 'wait for it inside a step',
  ToolContent: 'only the body of a tool returns content(…)',
}

import { toText, withArticle } from './describe.ts'
import { JsonError } from './errors.ts'
import { silence } from './maybe-promise.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Stands for a type that JSON cannot carry: such a value is refused by name when it is recorded. */
export interface NotJson<T> {
  readonly 'JSON cannot carry': T
}

type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | WeakMap<WeakKey, unknown> | WeakSet<WeakKey>
type Unjsonable =
  | (bigint | symbol | Date | RegExp | Error | Promise<unknown> | ArrayBuffer | ArrayBufferView)
  | Collection
  | ((...args: never) => unknown)

/** The types within `T`, four levels deep, that JSON cannot carry. Types may refer to themselves, so the search must end. */
type UnjsonableIn<T, Levels extends 0[] = []> = unknown extends T
  ? never
  : T extends Unjsonable
    ? T
    : Levels['length'] extends 4
      ? never
      : T extends readonly (infer Item)[]
        ? UnjsonableIn<Item, [...Levels, 0]>
        : T extends object
          ? { [K in keyof T]-?: UnjsonableIn<T[K], [...Levels, 0]> }[keyof T]
          : never

/**
 * The type of a recorded value: what a step returned, as the tool gets it back. It is the type itself, unless there is
 * something in it that JSON cannot carry: return `date.toISOString()` from a step, and make a `Date` of it outside.
 */
export type Jsonified<T> = unknown extends T
  ? T
  : T extends Unjsonable
    ? NotJson<T>
    : [UnjsonableIn<T>] extends [never]
      ? T
      : { [K in keyof T]: Jsonified<T[K]> }

/** Whether `value` is an object and no array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Data with methods: JSON carries the fields of an instance. Those of any other class are refused. */
export abstract class Data {}

/** The most that one journal entry may hold, in characters of JSON (approximately: structure is counted, not escapes). */
export const MAX_ENTRY_SIZE = 1_000_000

const MAX_NESTING = 200

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

/** A fresh copy of a JSON value, so that the one that is kept cannot be changed. */
export function copyJson<T extends Json | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyJson) as T
  const result: Record<string, Json> = {}
  for (const key of Object.keys(value)) set(result, key, copyJson(value[key]!))
  return result as T
}

/** A fresh copy of a JSON value that cannot be changed at any depth. */
export function freezeJson<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(freezeJson)) as unknown as T
  const result: Record<string, Json> = {}
  for (const key of Object.keys(value)) set(result, key, freezeJson(value[key]!))
  return Object.freeze(result) as T
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
  if (Array.isArray(value)) {
    const result: Json[] = []
    for (let i = 0; i < value.length; i++) {
      trail.push(i)
      result.push(copy(value[i], walk))
      trail.pop()
    }
    // A match of a regular expression has `index` and `groups`.
    const extra = Object.keys(value)[value.length]
    if (extra !== undefined) throw refusal(walk, `a list with the property "${extra}"`, 'pass an object')
    return result
  }
  const prototype = Object.getPrototypeOf(value)
  // A plain object of another realm has another Object.prototype, but that one also ends the chain.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null && !(value instanceof Data)) {
    const name = prototype.constructor?.name || 'class instance'
    throw refusal(walk, withArticle(name), REMEDIES[name])
  }
  const [symbol] = Object.getOwnPropertySymbols(value)
  if (symbol !== undefined) throw refusal(walk, `a property with the key ${String(symbol)}`, 'use a text as the key')
  const result: Record<string, Json> = {}
  for (const key of Object.keys(value)) {
    trail.push(key)
    const field = (value as Record<string, unknown>)[key]
    if (field !== undefined) {
      walk.left -= key.length + 3
      set(result, key, copy(field, walk))
    }
    trail.pop()
  }
  return result
}

function refusal(walk: Walk, found: string, remedy?: string): JsonError {
  const advice = remedy === undefined ? '' : `; ${remedy}`
  return new JsonError(`${walk.what} holds ${found}${placeOf(walk)}, which JSON cannot carry${advice}`)
}

function placeOf({ trail }: Walk): string {
  const path = trail.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return path === '' ? '' : ` at ${path.replace(/^\./, '')}`
}

const REMEDIES: Readonly<Record<string, string | undefined>> = {
  bigint: 'pass String(value)',
  Date: 'pass its toISOString()',
  Map: 'pass Object.fromEntries(map)',
  Set: 'pass [...set]',
  Promise: 'wait for it inside a step',
  ToolContent: 'only the body of a tool returns content(…)',
}

/** Assignment would give `__proto__` a meaning that it does not have in JSON. */
function set(target: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else target[key] = value
}

/** The same text for the same value, in any order of its keys. */
export function canonicalJson(value: Json): string
export function canonicalJson(value: Json | undefined): string | undefined
export function canonicalJson(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join()}]`
  const fields = Object.keys(value).sort()
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`).join()}}`
}

/** A short fingerprint that tells two requests apart. It guards against mistakes, not against attackers. */
export function digest(text: string): string {
  let a = 0x9e3779b1
  let b = 0x85ebca77
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0xc2b2ae3d)
  }
  a = Math.imul(a ^ (a >>> 16), 0x7feb352d) ^ (b >>> 13)
  b = Math.imul(b ^ (b >>> 15), 0x846ca68b) ^ (a >>> 16)
  // Thirty bits of each: small integers are written fast.
  return (a >>> 2).toString(36) + (b >>> 2).toString(36)
}

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

/** How deep a value may be nested. Deeper ones are cycles, or as bad as one. */
export const MAX_NESTING = 200

/** Whether JSON carries the value as it is, for a page that has no room for `toJson`. */
export function isJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value !== 'object') return Number.isFinite(value)
  const isList = Array.isArray(value)
  const base = Object.getPrototypeOf(value)
  const isPlain = isList ? Object.keys(value).length === value.length : !base || !Object.getPrototypeOf(base)
  const isIn = (field: unknown) => (field === undefined && !isList) || isJson(field, depth + 1)
  const [symbol] = Object.getOwnPropertySymbols(value)
  try {
    return isPlain && !symbol && depth < MAX_NESTING && Object.values(value).every(isIn)
  } catch {
    // A property that cannot be read.
    return false
  }
}

/** A fresh copy of a JSON value, so that the one that is kept cannot be changed. */
export function copyJson<T extends Json | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyJson) as T
  const result: Record<string, Json> = {}
  for (const key of Object.keys(value)) setField(result, key, copyJson(value[key]!))
  return result as T
}

/** A fresh copy of a JSON value that cannot be changed at any depth. */
export function freezeJson<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(freezeJson)) as unknown as T
  const result: Record<string, Json> = {}
  for (const key of Object.keys(value)) setField(result, key, freezeJson(value[key]!))
  return Object.freeze(result) as T
}

/** Assignment would give `__proto__` a meaning that it does not have in JSON. */
export function setField<T>(target: Record<string, T>, key: string, value: T): void {
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

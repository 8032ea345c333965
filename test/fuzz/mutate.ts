import fc from 'fast-check'
import { junk, nastyText } from './nasty.ts'

type Path = readonly (string | number)[]

type Change =
  | { type: 'replace'; value: unknown }
  | { type: 'remove' }
  | { type: 'add'; name: string; value: unknown }
  | { type: 'wrap' }

const change: fc.Arbitrary<Change> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('replace' as const), value: junk }), weight: 5 },
  { arbitrary: fc.constant({ type: 'remove' as const }), weight: 2 },
  { arbitrary: fc.record({ type: fc.constant('add' as const), name: nastyText, value: junk }), weight: 1 },
  { arbitrary: fc.constant({ type: 'wrap' as const }), weight: 1 },
)

/** What is given, with a few of its parts, at any depth, replaced, removed, wrapped or added to. */
export function mutated<T>(original: T, maxChanges = 2): fc.Arbitrary<unknown> {
  const paths = pathsOf(original)
  const place = fc.constantFrom(...paths)
  return fc
    .array(fc.tuple(place, change), { minLength: 1, maxLength: maxChanges })
    .map((changes) => changes.reduce<unknown>((value, [path, what]) => applyAt(value, path, what), original))
}

/** Every place in a value, the whole first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, part]) =>
    pathsOf(part, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return [path, ...inner]
}

const GONE = Symbol('gone')

/** A value with a change at a place; as it was when an earlier change has taken the place away. */
function applyAt(value: unknown, path: Path, what: Change): unknown {
  const changed = within(value, path)
  return changed === GONE ? undefined : changed

  function within(current: unknown, [key, ...rest]: Path): unknown {
    if (key === undefined) return apply(current, what)
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return current
    const inner = within((current as Record<string | number, unknown>)[key], rest)
    const entries = Object.entries(current)
      .map(([name, part]): [string, unknown] => [name, name === String(key) ? inner : part])
      .filter(([, part]) => part !== GONE)
    return Array.isArray(current) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
  }
}

function apply(value: unknown, what: Change): unknown {
  if (what.type === 'replace') return what.value
  if (what.type === 'remove') return GONE
  if (what.type === 'wrap') return [value]
  if (Array.isArray(value)) return [...value, what.value]
  return typeof value === 'object' && value !== null ? { ...value, [what.name]: what.value } : what.value
}

/** The text as bytes, sometimes cut, with bytes flipped, or with some put in. */
export function mutatedBytes(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.integer({ min: 0, max: 4 }),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc
        .constantFrom('\0', '\xff', '\xc3\x28', '\xed\xa0\x80', '"', '{', '}', '\n', '\\u')
        .map((raw) => Buffer.from(raw, 'latin1')),
    ),
  })
  return fc.tuple(text, fc.array(edit, { maxLength: 2 })).map(([original, edits]) =>
    edits.reduce((bytes, { at, drop, insert }) => {
      const place = Math.floor(at * bytes.length)
      return Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + drop)])
    }, Buffer.from(original)),
  )
}

/** Bytes in pieces, wherever they are cut. */
export function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => Math.floor(place * bytes.length)))].sort((one, other) => one - other)
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

/** Where to cut, as parts of the whole. */
export const cuts: fc.Arbitrary<number[]> = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonError } from './errors.ts'
import { isJson, type Json } from './json.ts'
import { MAX_ENTRY_SIZE, toJson } from './to-json.ts'

class Money {
  readonly amount = 7
}

function nest(levels: number): unknown {
  let value: unknown = 'leaf'
  for (let level = 0; level < levels; level++) value = { down: value }
  return value
}

function cycle(): unknown {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}

const jsonValue = fc.jsonValue() as fc.Arbitrary<Json>

describe('toJson', () => {
  it.each<[string, unknown, string]>([
    ['a date', { on: new Date(0) }, 'step "book" holds a Date at on, which JSON cannot carry; pass its toISOString()'],
    [
      'a map',
      { seats: [new Map()] },
      'step "book" holds a Map at seats[0], which JSON cannot carry; pass Object.fromEntries(map)',
    ],
    ['a set', [[new Set()]], 'step "book" holds a Set at [0][0], which JSON cannot carry; pass [...set]'],
    [
      'a class instance',
      { a: { price: new Money() } },
      'step "book" holds a Money at a.price, which JSON cannot carry',
    ],
    ['bytes', { raw: new Uint8Array(2) }, 'step "book" holds a Uint8Array at raw, which JSON cannot carry'],
    ['an error', new Error('boom'), 'step "book" holds an Error, which JSON cannot carry'],
    ['a function', { run: () => 7 }, 'step "book" holds a function at run, which JSON cannot carry'],
    ['a symbol', [Symbol('x')], 'step "book" holds a symbol at [0], which JSON cannot carry'],
    [
      'a symbol as a key',
      { a: { [Symbol('x')]: 1 } },
      'step "book" holds a property with the key Symbol(x) at a, which JSON cannot carry; use a text as the key',
    ],
    [
      'a match',
      { on: 'May 7'.match(/\d/) },
      'step "book" holds a list with the property "index" at on, which JSON cannot carry; pass an object',
    ],
    [
      'a list with a symbol as a key',
      { on: Object.assign([1], { [Symbol('x')]: 1 }) },
      'step "book" holds a list with the property Symbol(x) at on, which JSON cannot carry; pass an object',
    ],
    ['a bigint', { total: 7n }, 'step "book" holds a bigint at total, which JSON cannot carry; pass String(value)'],
    ['NaN', { ratio: Number.NaN }, 'step "book" holds NaN at ratio, which JSON cannot carry'],
    ['infinity', Number.POSITIVE_INFINITY, 'step "book" holds Infinity, which JSON cannot carry'],
    ['minus infinity', [-Infinity], 'step "book" holds -Infinity at [0], which JSON cannot carry'],
    ['undefined in an array', [1, undefined], 'step "book" holds undefined at [1], which JSON cannot carry; pass null'],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is refused
    ['a hole in an array', [, 1], 'step "book" holds undefined at [0], which JSON cannot carry; pass null'],
  ])('refuses %s, with its label and place', (_, value, message) => {
    expect(() => toJson(value, 'step "book"')).toThrow(new JsonError(message))
  })

  it('names the beginning of a long place', () => {
    const value = { ['k'.repeat(500_000)]: 7n }
    expect(() => toJson(value, 'step "book"')).toThrow(
      /^step "book" holds a bigint at k{200}…, which JSON cannot carry/,
    )
  })

  it('names the place of a property that cannot be read, and gives the cause', () => {
    const cause = new Error('no total')
    const value = {
      seats: [
        {
          get total() {
            throw cause
          },
        },
      ],
    }
    const error = new JsonError('step "book" cannot be read at seats[0].total: Error: no total', { cause })
    expect(() => toJson(value, 'step "book"')).toThrow(error)
  })

  it('names an instance of a class without a name', () => {
    expect(() => toJson({ a: new (class {})() }, 'x')).toThrow('x holds a class instance at a, which JSON cannot carry')
  })

  it('refuses a cycle', () => {
    expect(() => toJson(cycle(), 'step "book"')).toThrow(
      /^step "book" holds a cycle, or nesting deeper than 200 levels at self\.self\./,
    )
  })

  it('carries 200 levels, and refuses one more', () => {
    expect(toJson(nest(200), 'x')).toEqual(nest(200))
    expect(() => toJson(nest(201), 'x')).toThrow(JsonError)
  })

  it('carries what is just small enough, and refuses one character more', () => {
    expect(toJson('x'.repeat(8), 'x', 10)).toBe('xxxxxxxx')
    expect(() => toJson('x'.repeat(9), 'the answer', 10)).toThrow(
      new JsonError('the answer is larger than 10 characters of JSON; keep large data elsewhere and pass its address', {
        limit: 10,
      }),
    )
  })

  it.each<[string, unknown]>([
    ['one long text', 'x'.repeat(MAX_ENTRY_SIZE)],
    ['many short items', Array(MAX_ENTRY_SIZE / 4).fill(0)],
    ['a long key', { ['k'.repeat(MAX_ENTRY_SIZE)]: 1 }],
  ])('refuses more than an entry holds: %s', (_, value) => {
    expect(() => toJson(value, 'x')).toThrow('x is larger than 1000000 characters of JSON')
  })

  it('keeps undefined at the top, and leaves out a property that is undefined', () => {
    expect(toJson(undefined, 'x')).toBeUndefined()
    expect(Object.keys(toJson({ a: undefined, b: 1 }, 'x') as object)).toEqual(['b'])
  })

  it('keeps a key named __proto__ as data', () => {
    const copy = toJson(JSON.parse('{"__proto__":{"admin":true}}'), 'x') as Record<string, Json>
    expect(Object.keys(copy)).toEqual(['__proto__'])
    expect(copy.admin).toBeUndefined()
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  it('takes an object without a prototype', () => {
    expect(toJson(Object.assign(Object.create(null), { a: 1 }), 'x')).toEqual({ a: 1 })
  })

  it('takes the same object twice: only a cycle is a cycle', () => {
    const seat = { row: 1 }
    expect(toJson([seat, seat], 'x')).toEqual([{ row: 1 }, { row: 1 }])
  })

  it('turns minus zero into zero, as JSON does', () => {
    expect(toJson({ a: -0 }, 'x')).toEqual({ a: 0 })
  })

  it('makes a copy of its own', () => {
    const value = { seats: [{ row: 1 }] }
    const copy = toJson(value, 'x')
    value.seats[0]!.row = 2
    value.seats.push({ row: 3 })
    expect(copy).toEqual({ seats: [{ row: 1 }] })
  })

  it('gives for any JSON value what JSON itself gives', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(toJson(value, 'x')).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

const ODD = [
  cycle(),
  nest(200),
  nest(201),
  /x/.exec('x'),
  new Money(),
  () => 1,
  Symbol('s'),
  { [Symbol('key')]: 1 },
  {
    get total() {
      throw new Error('no total')
    },
  },
]

describe('isJson', () => {
  it('is true for just what toJson takes', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withNullPrototype: true,
    })
    const odd = fc.constantFrom<unknown>(...ODD)
    fc.assert(
      fc.property(fc.oneof(anything, odd, fc.array(odd), jsonValue), (value) => {
        fc.pre(value !== undefined)
        let isTaken = true
        try {
          toJson(value, 'it')
        } catch {
          isTaken = false
        }
        expect(isJson(value)).toBe(isTaken)
      }),
    )
  })
})

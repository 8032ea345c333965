import { expect, test } from 'vitest'
import { isSameJson } from './is-same-json.ts'

test.each([
  [
    { a: 1, b: [true, null] },
    { b: [true, null], a: 1 },
  ],
  ['text', 'text'],
  [null, null],
  [[], []],
])('%j is the same as %j', (one, other) => expect(isSameJson(one, other)).toBe(true))

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1 }, { b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [null, {}],
  ['1', 1],
])('%j is not the same as %j', (one, other) => expect(isSameJson(one, other)).toBe(false))

import { expect, test } from 'vitest'
import { readLimits } from './limits.ts'

const defaults = { body: 10, streams: 2 }

test('limits that are given replace the defaults', () => {
  expect(readLimits(defaults)).toEqual(defaults)
  expect(readLimits(defaults, { streams: Number.POSITIVE_INFINITY })).toEqual({
    body: 10,
    streams: Number.POSITIVE_INFINITY,
  })
  expect(readLimits(defaults, { body: undefined } as object)).toEqual(defaults)
})

test.each<[object, string]>([
  [{ stream: 1 }, 'there is no limit "stream"; the limits are body, streams'],
  [{ __proto__: null, constructor: 1 }, 'there is no limit "constructor"; the limits are body, streams'],
  [{ body: '1' }, 'limits.body is a number from 0 on, not "1"'],
  [{ body: -1 }, 'limits.body is a number from 0 on, not -1'],
  [{ body: Number.NaN }, 'limits.body is a number from 0 on, not NaN'],
])('the limits %j are refused', (given, message) => {
  expect(() => readLimits(defaults, given)).toThrow(message)
})

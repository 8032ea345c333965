import { expect, test } from 'vitest'
import { Allowance, LimitError, toCallerName } from './allowance.ts'

test('an allowance counts per caller before it counts all, and counts what is given back once', () => {
  const allowance = new Allowance({ name: 'things', advice: 'wait', total: 5, perCaller: 2, shared: 1 })
  const release = allowance.take('ann')
  allowance.take('ann')
  expect(() => allowance.take('ann')).toThrow(new LimitError({ name: 'things', max: 2, per: 'caller' }, 'wait'))
  allowance.take(undefined)
  expect(() => allowance.take(undefined)).toThrow('one caller may have 1 things')
  release()
  release()
  allowance.take('ann')
  expect(() => allowance.take('ann')).toThrow(LimitError)
  allowance.take('bob')
  allowance.take('bob')
  expect(() => allowance.take('eve')).toThrow(new LimitError({ name: 'things', max: 5, per: 'server' }, 'wait'))
})

test.each([
  ['10.0.0.7', 'address 10.0.0.7'],
  ['::ffff:10.0.0.7', 'address 10.0.0.7'],
  ['2001:db8:1:2:aaaa::1', 'address 2001:db8:1:2'],
  ['2001:db8:1:2:bbbb:0:0:9', 'address 2001:db8:1:2'],
  ['::1', 'address 0:0:0:0'],
  [undefined, undefined],
])('a caller without a principal at %s is counted as %s', (address, name) => {
  expect(toCallerName(undefined, address)).toBe(name)
  expect(toCallerName('ann', address)).toBe('principal ann')
})

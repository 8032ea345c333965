import { expect, test } from 'vitest'
import { RoundtableError } from '../errors.ts'
import { readThresholds } from './thresholds.ts'

test('readThresholds returns the defaults for an empty environment', () => {
  expect(readThresholds({ ROUNDTABLE_HIGH_AGREEMENT: ' ' })).toEqual({ high: 0.75, medium: 0.5, stableRounds: 2 })
})

test('readThresholds reads numbers', () => {
  const env = { ROUNDTABLE_HIGH_AGREEMENT: '0.9', ROUNDTABLE_MEDIUM_AGREEMENT: '.6', ROUNDTABLE_STABLE_ROUNDS: '3' }
  expect(readThresholds(env)).toEqual({ high: 0.9, medium: 0.6, stableRounds: 3 })
})

test.each([
  ['ROUNDTABLE_HIGH_AGREEMENT', '75'],
  ['ROUNDTABLE_HIGH_AGREEMENT', 'high'],
  ['ROUNDTABLE_HIGH_AGREEMENT', '0x1'],
  ['ROUNDTABLE_HIGH_AGREEMENT', 'NaN'],
  ['ROUNDTABLE_HIGH_AGREEMENT', '0.4'],
  ['ROUNDTABLE_MEDIUM_AGREEMENT', '-0.1'],
  ['ROUNDTABLE_MEDIUM_AGREEMENT', '0.8'],
  ['ROUNDTABLE_STABLE_ROUNDS', '0'],
  ['ROUNDTABLE_STABLE_ROUNDS', '1.5'],
])('readThresholds refuses %s=%s and names the variable', (name, value) => {
  const read = () => readThresholds({ [name]: value })
  expect(read).toThrow(RoundtableError)
  expect(read).toThrow(name)
})

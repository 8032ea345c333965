import { expect, test } from 'vitest'
import { readConfidence } from './read-confidence.ts'

test.each([
  [0.8, 0.8],
  [0, 0],
  [1, 1],
  [85, 0.85],
  [100, 1],
  [1.7, 1],
  [2, 0.02],
  [150, 1],
  [-0.4, 0],
  ['0.8', 0.8],
  ['.8', 0.8],
  ['0,8', 0.8],
  ['80%', 0.8],
  ['80', 0.8],
  ['80 percent', 0.8],
  ['about 75%', 0.75],
  ['~0.7', 0.7],
  ['0.9 (high)', 0.9],
  ['8/10', 0.8],
  ['4 out of 5', 0.8],
  ['1.5%', 0.015],
  ['high', 0.85],
  ['Very High', 0.95],
  ['medium confidence', 0.6],
  ['highly confident', 0.85],
  ['low', 0.3],
])('%j is %j', (said, confidence) => {
  expect(readConfidence(said)).toBeCloseTo(confidence, 10)
})

test.each([
  undefined,
  null,
  true,
  {},
  [0.8],
  Number.NaN,
  Number.POSITIVE_INFINITY,
  'Infinity',
  'n/a',
  '',
  'not high',
  'unknown',
  'constructor',
])('%j is no confidence', (said) => {
  expect(readConfidence(said)).toBeUndefined()
})

test('a confidence below zero comes back from JSON as it was', () => {
  expect(Object.is(readConfidence(-1), 0)).toBe(true)
})

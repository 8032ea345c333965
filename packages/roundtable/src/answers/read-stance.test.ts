import { expect, test } from 'vitest'
import { readStance } from './read-stance.ts'

test.each([
  ['support', 'support'],
  ['Strongly in favour', 'support'],
  ['for', 'support'],
  ['YES', 'support'],
  ['pro', 'support'],
  ['against', 'oppose'],
  ['con', 'oppose'],
  ['No.', 'oppose'],
  ['neutral', 'neutral'],
  ['undecided', 'neutral'],
])('%j is %j', (said, stance) => {
  expect(readStance(said)).toBe(stance)
})

test.each(['support | oppose | neutral', 'do not support', "don't oppose", 'blue', '', 1, null])(
  '%j is no side',
  (said) => {
    expect(readStance(said)).toBeUndefined()
  },
)

import { expect, test } from 'vitest'
import { quote, sayCount, sayList } from './phrases.ts'

test('sayList joins items with commas and “and”', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(sayList)).toEqual(['', 'a', 'a and b', 'a, b and c'])
})

test('quote returns one line without a full stop at its end', () => {
  expect(quote('Use\n  tabs. ')).toBe('“Use tabs”')
})

test('sayCount uses the singular for one', () => {
  expect([sayCount(1, 'round'), sayCount(2, 'family', 'families')]).toEqual(['1 round', '2 families'])
})

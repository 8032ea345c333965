import { expect, test } from 'vitest'
import { letterOf, quote, sayCount, sayList, shorten } from './phrases.ts'

test('sayList joins items with commas and “and”', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(sayList)).toEqual(['', 'a', 'a and b', 'a, b and c'])
})

test('quote returns one line without a full stop at its end', () => {
  expect(quote('Use\n  tabs. ')).toBe('“Use tabs”')
})

test('sayCount uses the singular for one', () => {
  expect([sayCount(1, 'round'), sayCount(2, 'family', 'families')]).toEqual(['1 round', '2 families'])
})

test('letterOf has names for more than 26 answers', () => {
  expect([0, 25, 26, 52].map(letterOf)).toEqual(['A', 'Z', 'A2', 'A3'])
})

test('a text that is shortened has as many characters as it may, and never ends with half of one', () => {
  expect([shorten('Paris', 5), shorten('Paris', 4), shorten('ab😀cd', 4)]).toEqual(['Paris', 'Par…', 'ab…'])
})

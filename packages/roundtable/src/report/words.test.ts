import { expect, test } from 'vitest'
import { letterOf, quote, sayAnswer, sayList, sayProbability, saySure } from './words.ts'

test('a probability has the same words wherever it is shown', () => {
  const words = [0, 0.2, 0.44, 0.45, 0.54, 0.546, 0.8, 0.949, 0.95, 1].map(sayProbability)
  expect(words).toEqual([
    'very likely wrong',
    'rather wrong than right',
    'rather wrong than right',
    'as likely right as wrong',
    'as likely right as wrong',
    'likely right',
    'very likely right',
    'almost certainly right',
    'almost certainly right',
    'almost certainly right',
  ])
})

test('sayAnswer names stances, and does not change an answer that has the name of a stance', () => {
  expect(sayAnswer('oppose', 'stances')).toBe('Against')
  expect(sayAnswer('oppose', 'answers')).toBe('oppose')
})

test('sayList joins items with commas and “and”', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(sayList)).toEqual(['', 'a', 'a and b', 'a, b and c'])
})

test('quote returns one line without a full stop at its end', () => {
  expect(quote('Use\n  tabs. ')).toBe('“Use tabs”')
})

test('saySure says that a confidence is missing', () => {
  expect([saySure(undefined), saySure(0), saySure(0.666)]).toEqual(['does not say how sure', '0 % sure', '67 % sure'])
})

test('letterOf has names for more than 26 answers', () => {
  expect([0, 25, 26, 52].map(letterOf)).toEqual(['A', 'Z', 'A2', 'A3'])
})

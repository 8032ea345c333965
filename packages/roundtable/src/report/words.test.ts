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

test('sides have names, and an answer that happens to be called as a side has not', () => {
  expect(sayAnswer('oppose', 'stances')).toBe('Against')
  expect(sayAnswer('oppose', 'answers')).toBe('oppose')
})

test('a list is said as one would', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(sayList)).toEqual(['', 'a', 'a and b', 'a, b and c'])
})

test('a quotation is one line and leaves the sentence around it open', () => {
  expect(quote('Use\n  tabs. ')).toBe('“Use tabs”')
})

test('who does not say how sure it is, is not said to be unsure', () => {
  expect([saySure(undefined), saySure(0), saySure(0.666)]).toEqual(['does not say how sure', '0 % sure', '67 % sure'])
})

test('there are letters for more answers than the alphabet has', () => {
  expect([0, 25, 26, 52].map(letterOf)).toEqual(['A', 'Z', 'A2', 'A3'])
})

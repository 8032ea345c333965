import { expect, test } from 'vitest'
import { letterOf, sayBand, saySure } from './words.ts'

test('a probability is said in bands', () => {
  expect([0.95, 0.9, 0.89, 0.7, 0.69, 0.5, 0.49].map((probability) => sayBand(probability).split(/[:,]/)[0])).toEqual([
    'very likely right',
    'very likely right',
    'probably right',
    'probably right',
    'open',
    'open',
    'no answer',
  ])
})

test('saySure says that a confidence is missing', () => {
  expect([saySure(undefined), saySure(0), saySure(0.666)]).toEqual(['does not say how sure', '0% sure', '67% sure'])
})

test('letterOf has names for more than 26 answers', () => {
  expect([0, 25, 26, 52].map(letterOf)).toEqual(['A', 'Z', 'A2', 'A3'])
})

import { expect, test } from 'vitest'
import { openQuestion } from '../session/fixtures/debate.ts'
import { letterOf, sayBallot, sayBand, sayHeld, saySure, saySureness } from './words.ts'

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

test('a ballot is on a corrected question only if a person has corrected it', () => {
  const moved = { ...openQuestion, since: 2 }
  expect([1, 2, 3].map((round) => sayBallot(round, moved))).toEqual([
    'in private, before the panel spoke',
    'in private, before the panel spoke',
    'in private, asked again in other words',
  ])
  expect([1, 2, 3].map((round) => sayBallot(round, { ...moved, insteadOf: { kind: 'open' } }))).toEqual([
    'in private, before the panel spoke',
    'in private, on the corrected question',
    'in private, asked again in other words',
  ])
})

test('saySure says that a confidence is missing', () => {
  expect([saySure(undefined), saySure(0), saySure(0.666)]).toEqual(['does not say how sure', '0% sure', '67% sure'])
})

test('what a seat states with its answer is its number and range if it estimates, and else how sure it is', () => {
  const weeks = { kind: 'estimate', quantity: 'time', unit: 'weeks', isCheckable: true, by: 'model', since: 1 } as const
  const said = { position: 'Half a year.', estimate: { value: 26, low: 16, high: 52 } }
  expect(sayHeld(said, weeks)).toBe('26 weeks, between 16 and 52')
  expect(sayHeld({ position: 'Half a year.', estimate: { value: 26 } }, weeks)).toBe('26 weeks')
  expect(sayHeld({ position: 'Yes.', confidence: 0.8 }, openQuestion)).toBe('80% sure')
  // The question was an estimate before it was corrected.
  expect(sayHeld(said, { ...openQuestion, since: 2, insteadOf: weeks })).toBe('26 weeks, between 16 and 52')
})

test('how sure a seat is follows its answer in brackets, or is left out', () => {
  expect([saySureness(0.6), saySureness(undefined)]).toEqual([' (60% sure)', ''])
})

test('letterOf has names for more than 26 answers', () => {
  expect([0, 25, 26, 52].map(letterOf)).toEqual(['A', 'Z', 'A2', 'A3'])
})

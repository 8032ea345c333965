import { expect, test } from 'vitest'
import { estimate, openQuestion, response, TIME } from '../session/fixtures/debate.ts'
import { readBallot, sayBand, sayCorrection, sayHeld, sayQuestion, saySure, saySureness } from './words.ts'

test('a probability is said in bands', () => {
  expect([0.95, 0.9, 0.89, 0.7, 0.69, 0.5, 0.49].map((probability) => sayBand(probability).split(/[:,]/)[0])).toEqual([
    'very likely right',
    'very likely right',
    'probably right',
    'probably right',
    'open',
    'open',
    'more likely wrong than right',
  ])
})

const heardIn = (...rounds: number[]) => rounds.map((round) => ({ ...response({ round }), timestamp: TIME }))
const ballotsIn = (rounds: number[], session: Parameters<typeof readBallot>[0]) =>
  rounds.map((round) => readBallot(session, round))

test('a ballot is the first until a seat is heard, or after a correction until a seat is heard on the corrected question', () => {
  const corrected = { ...openQuestion, since: 3, earlier: [{ kind: 'open' as const, since: 1 }] }
  expect(ballotsIn([1, 2, 3], { question: openQuestion, responses: heardIn(2, 3) })).toEqual([
    'first',
    'first',
    'again',
  ])
  expect(ballotsIn([1, 2, 3, 4, 5], { question: corrected, responses: heardIn(1, 2, 4) })).toEqual([
    'first',
    'again',
    'corrected',
    'corrected',
    'again',
  ])
})

test('a question that was corrected twice is said with both earlier readings, each with its round', () => {
  const earlier = [
    { ...estimate('weeks'), since: 1 },
    { kind: 'choice' as const, options: ['A', 'B'], since: 2 },
  ]
  const question = { ...openQuestion, since: 4, earlier }
  expect(sayQuestion(question)).toMatch(
    /Corrected with round 4; before, it was read as: A choice: A · B\. Corrected with round 2; before, it was read as: An estimate in weeks/,
  )
  expect([1, 2, 3].map((round) => sayCorrection(question, round))).toEqual([undefined, 'A choice: A · B.', undefined])
  expect(sayCorrection(question, 4)).toBe(sayQuestion(question))
})

test('saySure says that a confidence is missing', () => {
  expect([saySure(undefined), saySure(0), saySure(0.666)]).toEqual(['does not say how sure', '0% sure', '67% sure'])
})

test('what a seat states with its answer is its number and range if it estimates, and else how sure it is', () => {
  const weeks = estimate('weeks')
  const said = { round: 1, estimate: { value: 26, low: 16, high: 52 } }
  expect(sayHeld(said, weeks)).toBe('26 weeks, between 16 and 52')
  expect(sayHeld({ round: 1, estimate: { value: 26 } }, weeks)).toBe('26 weeks')
  expect(sayHeld({ round: 1, confidence: 0.8 }, openQuestion)).toBe('80% sure')
})

test('a number has the unit in which its round asked for it', () => {
  const said = { round: 1, estimate: { value: 26 } }
  const earlier = [estimate('weeks')]
  expect(sayHeld(said, { ...openQuestion, since: 2, earlier })).toBe('26 weeks')
  expect(sayHeld(said, { ...estimate('days'), since: 2, earlier })).toBe('26 weeks')
  expect(sayHeld({ ...said, round: 2 }, { ...estimate('days'), since: 2, earlier })).toBe('26 days')
  // A round that asked for no number.
  expect(sayHeld(said, { ...estimate('days'), since: 2, earlier: [{ kind: 'open', since: 1 }] })).toBe(
    'does not say how sure',
  )
})

test('how sure a seat is follows its answer in brackets, or is left out', () => {
  expect([saySureness(0.6), saySureness(undefined)]).toEqual([' (60% sure)', ''])
})

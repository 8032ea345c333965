import { expect, test } from 'vitest'
import { canTurnOut, givenAnswer } from './consensus.ts'

const decide = (probability?: number) => ({
  decision: { answer: 'Postgres', ...(probability !== undefined && { probability }) },
})

test('an answer that is more likely wrong than right is not given, and no outcome is asked for', () => {
  expect(givenAnswer(decide(0.51))).toBe('Postgres')
  expect(canTurnOut(decide(0.51))).toBe(true)
  expect(givenAnswer(decide(0.49))).toBeUndefined()
  expect(canTurnOut(decide(0.49))).toBe(false)
})

test('an answer that stands for unconfirmed proposals is not given, and no outcome is asked for', () => {
  expect(givenAnswer({ ...decide(), unrated: 'unconfirmed' })).toBeUndefined()
  expect(canTurnOut({ ...decide(), unrated: 'unconfirmed' })).toBe(false)
})

test('a value, an estimate or the answer of demo seats is given, but cannot turn out right', () => {
  for (const unrated of ['values', 'estimate', 'demo'] as const) {
    expect(givenAnswer({ ...decide(), unrated })).toBe('Postgres')
    expect(canTurnOut({ ...decide(), unrated })).toBe(false)
  }
  expect(canTurnOut(undefined)).toBe(false)
})

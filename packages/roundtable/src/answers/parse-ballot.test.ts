import { expect, test } from 'vitest'
import { parseBallot, readConfidence, readStance } from './parse-ballot.ts'

const answers = ['Postgres', 'SQLite']

test('a ballot with an answer and no position has the answer as its position', () => {
  expect(parseBallot('My vote: {"answer": "sqlite", "confidence": "70%"}', { answers })).toEqual({
    type: 'parsed',
    value: { position: 'SQLite', answer: 'SQLite', confidence: 0.7 },
  })
})

test('a ballot without possible answers has a position, and a stance if it gives one', () => {
  expect(parseBallot('{"position": "Let us wait.", "stance": "against", "answer": "wait"}', { answers: [] })).toEqual({
    type: 'parsed',
    value: { position: 'Let us wait.', stance: 'oppose' },
  })
})

test.each([
  ['{"answer": "MySQL"}', answers, 'Postgres | SQLite'],
  ['{"stance": "support"}', [], '"position"'],
  ['{"position": ""}', [], '"position" to be a sentence'],
  ['SQLite', answers, 'expected a JSON object with "answer"'],
])('parseBallot refuses %j', (text, possible, problem) => {
  expect(parseBallot(text, { answers: possible })).toEqual({
    type: 'malformed',
    problem: expect.stringContaining(problem),
  })
})

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
])('readStance reads %j as %j', (said, stance) => {
  expect(readStance(said)).toBe(stance)
})

test.each(['support | oppose | neutral', 'do not support', "don't oppose", 'blue', '', 1, null])(
  'readStance finds no stance in %j',
  (said) => {
    expect(readStance(said)).toBeUndefined()
  },
)

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
])('readConfidence reads %j as %j', (said, confidence) => {
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
])('readConfidence finds no confidence in %j', (said) => {
  expect(readConfidence(said)).toBeUndefined()
})

test('a confidence below zero is the same after a round trip through JSON', () => {
  expect(Object.is(readConfidence(-1), 0)).toBe(true)
})

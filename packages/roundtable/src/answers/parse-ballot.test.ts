import { expect, test } from 'vitest'
import { parseBallot, readConfidence, readStance } from './parse-ballot.ts'

const options = ['Postgres', 'SQLite']
const choice = { kind: 'choice' as const, options }
const proposition = { kind: 'proposition' as const, options: [] }
const estimate = { kind: 'estimate' as const, options: [], unit: 'working days' }
const open = { kind: 'open' as const, options: [] }

test('a ballot with an answer and no position has the answer as its position', () => {
  expect(parseBallot('My vote: {"answer": "sqlite", "confidence": "70%"}', choice)).toEqual({
    type: 'parsed',
    value: { position: 'SQLite', answer: 'SQLite', confidence: 0.7 },
  })
})

test('a ballot on a proposition has a stance and no answer', () => {
  expect(parseBallot('{"position": "Let us wait.", "stance": "against", "answer": "wait"}', proposition)).toEqual({
    type: 'parsed',
    value: { position: 'Let us wait.', stance: 'oppose' },
  })
})

test('a ballot on an open question has a proposal, and no stance', () => {
  const text = '{"position": "MongoDB suits us.", "answer": "MongoDB", "stance": "support"}'
  expect(parseBallot(text, open)).toEqual({
    type: 'parsed',
    value: { position: 'MongoDB suits us.', answer: 'MongoDB' },
  })
  expect(parseBallot('{"position": "MongoDB suits us."}', open)).toMatchObject({
    value: { answer: 'MongoDB suits us.' },
  })
  expect(parseBallot('{"answer": "sqlite"}', { ...open, options })).toMatchObject({ value: { answer: 'SQLite' } })
  expect(parseBallot('{"answer": "Neither"}', { ...open, options })).toMatchObject({ value: { answer: 'Neither' } })
})

test('a spread over the options sums to 1, and its likeliest option is the answer where none is given', () => {
  const text = '{"position": "Torn.", "spread": { "postgres": 60, "SQLite": "20%", "Oracle": 0.5 }}'
  expect(parseBallot(text, choice)).toEqual({
    type: 'parsed',
    value: {
      position: 'Torn.',
      answer: 'Postgres',
      spread: { Postgres: expect.closeTo(0.75), SQLite: expect.closeTo(0.25) },
    },
  })
})

test.each([
  ['{"estimate": 12, "low": 8, "high": 20}', { value: 12, low: 8, high: 20 }],
  ['{"estimate": "about 1,200 days", "low": "900"}', { value: 1200 }],
  ['{"estimate": 12, "low": 14, "high": 20}', { value: 12 }],
  ['{"estimate": -3.5}', { value: -3.5 }],
  ['{"estimate": "1e6"}', { value: 1_000_000 }],
  ['{"estimate": "1.5 million"}', { value: 1_500_000 }],
  ['{"estimate": "20k"}', { value: 20_000 }],
  ['{"estimate": "2,5 days", "low": 1, "high": "2 weeks"}', { value: 2.5 }],
])('parseBallot reads the estimate of %j', (text, value) => {
  const parsed = parseBallot(text, estimate)
  expect(parsed.type === 'parsed' && parsed.value.estimate).toEqual(value)
})

test.each([
  ['3 million', 'million dollars', 3],
  ['2 billion', 'millions of dollars', 2_000],
  ['1.5M', 'million dollars', 1.5],
  ['1.5M', 'dollars', undefined],
  ['2bn', 'dollars', undefined],
  ['10K', 'users', 10_000],
  ['500 ms', 'seconds', undefined],
  ['500 milliseconds', 'seconds', undefined],
  ['5 seconds', 'milliseconds', undefined],
  ['500 ms', 'milliseconds', 500],
  ['3 hrs', 'days', undefined],
  ['3 hrs', 'hours', 3],
  ['40 m', 'm', 40],
  ['0,125', 'metres', 0.125],
  ['1,200,000', 'users', 1_200_000],
  ['1.200.000', 'users', undefined],
  ['1.200,5', 'users', undefined],
  ['12 engineers', 'people', 12],
])('the estimate %j in %s is %j', (said, unit, value) => {
  const parsed = parseBallot(JSON.stringify({ estimate: said }), { ...estimate, unit })
  expect(parsed.type === 'parsed' ? parsed.value.estimate?.value : undefined).toBe(value)
})

test.each([
  ['{"answer": "MySQL"}', choice, 'Postgres | SQLite'],
  ['{"position": "Fine."}', proposition, 'support | oppose | neutral'],
  ['{"position": ""}', open, 'your proposal in a few words'],
  ['{"estimate": "soon"}', estimate, '"estimate" to be a number'],
  ['{"estimate": "3 months"}', estimate, 'to be a number in working days; got “3 months”'],
  ['SQLite', choice, 'expected a JSON object with "answer"'],
] as const)('parseBallot refuses %j', (text, asked, problem) => {
  expect(parseBallot(text, asked)).toEqual({
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

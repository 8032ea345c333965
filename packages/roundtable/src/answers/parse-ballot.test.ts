import { expect, test } from 'vitest'
import { parseBallot } from './parse-ballot.ts'

const answers = ['Postgres', 'SQLite']

test('an answer alone is the position of its seat', () => {
  expect(parseBallot('My vote: {"answer": "sqlite", "confidence": "70%"}', { answers })).toEqual({
    type: 'parsed',
    value: { position: 'SQLite', answer: 'SQLite', confidence: 0.7 },
  })
})

test('without possible answers a ballot is a position, with a side where there is one', () => {
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
])('%j is malformed', (text, possible, problem) => {
  expect(parseBallot(text, { answers: possible })).toEqual({
    type: 'malformed',
    problem: expect.stringContaining(problem),
  })
})

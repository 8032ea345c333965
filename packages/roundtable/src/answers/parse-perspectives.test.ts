import { expect, test } from 'vitest'
import { parsePerspectives } from './parse-perspectives.ts'

test.each([
  ['["Law", "Cost"]'],
  ['Sure! {"perspectives": ["Law", "law", null, "Cost", "Users"]}'],
  ['```json\n[{"name": "Law"}, {"title": "Cost"},]\n```'],
])('parsePerspectives reads two perspectives from %s', (text) => {
  expect(parsePerspectives(text, 2)).toEqual({ type: 'parsed', value: ['Law', 'Cost'] })
})

test('a perspective may have a description', () => {
  expect(parsePerspectives('[{"name": "Law", "description": "liability"}]', 1)).toEqual({
    type: 'parsed',
    value: ['Law: liability'],
  })
})

test.each([
  ['["Law", "law"]', 'got 1'],
  ['Law and cost', 'got “Law and cost”'],
  ['', 'the answer is empty'],
  ['[]', 'expected a JSON list of 2'],
  ['x'.repeat(300_000), 'at most 64000 characters'],
])('parsePerspectives refuses %.20s', (text, problem) => {
  expect(parsePerspectives(text, 2)).toEqual({ type: 'malformed', problem: expect.stringContaining(problem) })
})

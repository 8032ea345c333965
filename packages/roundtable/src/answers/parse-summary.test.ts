import { expect, test } from 'vitest'
import { parseSummary } from './parse-summary.ts'

test('a summary is read from JSON, with its key points', () => {
  expect(parseSummary('Here: ```json\n{"summary": "All agree.", "key_points": ["a", "", 3]}\n```')).toEqual({
    type: 'parsed',
    value: { text: 'All agree.', keyPoints: ['a', '3'] },
  })
})

test.each(['', 'I cannot do that.', '{"summary": []}', '{"keyPoints": ["a"]}'])('%j is malformed', (text) => {
  expect(parseSummary(text)).toEqual({ type: 'malformed', problem: expect.stringContaining('"summary"') })
})

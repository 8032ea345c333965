import { expect, test } from 'vitest'
import { parseSynthesis } from './parse-synthesis.ts'

const SPEAKERS = { anthropic_1: 'anthropic_1', 'Participant A': 'openai_1' }

const read = (written: unknown) => {
  const parsed = parseSynthesis(typeof written === 'string' ? written : JSON.stringify(written), SPEAKERS)
  return parsed.type === 'parsed' ? parsed.value : parsed.problem
}

test('statements are linked to the seats that their names belong to, and unknown names are dropped', () => {
  expect(
    read({
      answer: 'Move.',
      follows: 'Yes, move',
      reasons: [{ text: 'It is cheaper.', by: ['anthropic_1', 'participant a', 'Mallory'] }, 'Plain.'],
      disagreements: [{ text: 'When.', by: 'anthropic_1', settledBy: 'The date of the release.' }],
      risks: 'It may rain.',
      nextSteps: [7, null, { by: ['anthropic_1'] }],
    }),
  ).toMatchObject({
    answer: 'Move.',
    follows: 'Yes, move',
    reasons: [
      { text: 'It is cheaper.', agentIds: ['anthropic_1', 'openai_1'] },
      { text: 'Plain.', agentIds: [] },
    ],
    disagreements: [{ text: 'When.', agentIds: ['anthropic_1'], settledBy: 'The date of the release.' }],
    risks: [{ text: 'It may rain.', agentIds: [] }],
    nextSteps: [{ text: '7', agentIds: [] }],
    conditions: [],
    commonGround: [],
  })
})

test('a text without JSON is an answer without lists', () => {
  expect(read('## Answer\n\nMove, **slowly**.')).toMatchObject({
    answer: '## Answer\n\nMove, **slowly**.',
    reasons: [],
  })
})

test('lists and texts are bounded', () => {
  const long = read({ answer: 'a'.repeat(50_000), risks: Array.from({ length: 500 }, (_, i) => ({ text: `${i}` })) })
  expect(long).toMatchObject({ answer: expect.stringMatching(/^a{39999}…$/), risks: { length: 12 } })
})

test('an object without an answer is malformed', () => {
  expect(read({ summary: 'So it went.' })).toContain('expected a JSON object with "answer"')
  expect(read('')).toContain('empty')
})

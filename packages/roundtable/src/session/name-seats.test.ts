import { expect, test } from 'vitest'
import { PERSONAS } from '../panel/seat-guests.ts'
import { failure, seat } from './fixtures/debate.ts'
import { nameSeats, toTitle } from './name-seats.ts'

test('a seat is named by its persona or role and its model, and by its model alone without both', () => {
  const seats = [
    seat('openai_1', { model: 'openai/gpt-6', persona: PERSONAS[1]! }),
    seat('groq_1', { model: 'groq/meta/llama-4', role: { name: 'Opponent', instruction: 'Oppose it.' } }),
    seat('demo_1', { model: 'demo' }),
  ]
  const nameOf = nameSeats({ seats, absent: [failure({ agentId: 'google_1', model: 'google/gemini-3' })] })
  expect(['openai_1', 'groq_1', 'demo_1', 'google_1', 'unknown_1'].map(nameOf)).toEqual([
    'Empiricist · gpt-6',
    'Opponent · llama-4',
    'demo',
    'gemini-3',
    'unknown_1',
  ])
})

test('seats with the same persona and model have different names', () => {
  const seats = ['a_1', 'a_2', 'a_3'].map((agentId) => seat(agentId, { model: 'a/b', persona: 'A sailor.' }))
  expect(seats.map(({ agentId }) => nameSeats({ seats, absent: [] })(agentId))).toEqual([
    'Sailor · b',
    'Sailor · b (2)',
    'Sailor · b (3)',
  ])
})

test('a substitute leaves the other seats their names', () => {
  const nameOf = nameSeats({
    seats: [seat('b_1', { model: 'a/x', replaces: 'a_1' }), seat('a_2', { model: 'a/b' })],
    absent: [],
    replaced: [seat('a_1', { model: 'a/b' })],
  })
  expect(['a_1', 'a_2', 'b_1'].map(nameOf)).toEqual(['b', 'b (2)', 'x'])
})

test.each([
  ['A systems thinker who follows effects.', 'Systems thinker'],
  ['An advocate for those who are affected.', 'Advocate'],
  ['You are a nurse with twenty years of nights.', 'Nurse'],
  ['the\u0000 evidence\n', 'Evidence'],
  ['a person of many words and even more words than anyone needs', 'Person of many words and even'],
  ['', ''],
])('the title of the persona %j is %j', (persona, title) => {
  expect(toTitle(persona)).toBe(title)
})
